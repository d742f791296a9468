/** Reads a PDF as PDFKit writes it, as far as tests want to know: its objects, the files inside, and the text in the order of reading. */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly dictionary: string;
  /** What the stream holds, unpacked; empty where there is none. */
  readonly stream: Buffer;
}

export interface ReadPdf {
  readonly objects: ReadonlyMap<number, PdfObject>;
  /** Embedded files by name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The XMP packet. */
  readonly metadata: string;
  /** Every piece of text that is drawn, a line each. */
  readonly text: string;
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const raw = Buffer.from(bytes).toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const [, id, body = ''] of raw.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)) {
    const start = body.indexOf('\nstream\n');
    const dictionary = start < 0 ? body : body.slice(0, start);
    const packed = start < 0 ? Buffer.alloc(0) : Buffer.from(body.slice(start + 8, body.lastIndexOf('\nendstream')), 'latin1');
    objects.set(Number(id), { dictionary, stream: dictionary.includes('/FlateDecode') ? inflateSync(packed) : packed });
  }
  const all = [...objects.values()];
  const object = (id: string | undefined) => objects.get(Number(id));
  const files = all
    .filter(({ dictionary }) => dictionary.includes('/Type /Filespec'))
    .map(({ dictionary }) => {
      const name = /\/UF \((.*?)\)/.exec(dictionary)?.[1] ?? '';
      return [name, object(/\/EF <<\n\/F (\d+) 0 R/.exec(dictionary)?.[1])?.stream ?? Buffer.alloc(0)] as const;
    });
  return {
    objects,
    files: new Map(files),
    metadata: all.find(({ dictionary }) => dictionary.includes('/Type /Metadata'))?.stream.toString('utf8') ?? '',
    text: textOf(objects),
  };
}

function textOf(objects: ReadonlyMap<number, PdfObject>): string {
  const lines: string[] = [];
  const all = [...objects.values()];
  const fonts = new Map<string, Map<string, string>>();
  for (const { dictionary } of all) {
    for (const [, name = '', id] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.dictionary ?? '')?.[1];
      fonts.set(name, lettersOf(objects.get(Number(map))?.stream.toString('latin1') ?? ''));
    }
  }
  const pages = all.filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary));
  for (const { dictionary } of pages) {
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]))?.stream.toString('latin1') ?? '';
    let letters = new Map<string, string>();
    for (const [, font, shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (font) letters = fonts.get(font) ?? new Map();
      else
        lines.push(
          [...shown.matchAll(/<([0-9a-f]+)>/g)]
            .map(([, glyphs = '']) => glyphs.replace(/.{4}/g, (glyph) => letters.get(glyph) ?? ''))
            .join(''),
        );
    }
  }
  return lines.join('\n');
}

/** Glyph to text, out of a font's ToUnicode map. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs)) {
    for (const [index, [, text = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(text.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}
