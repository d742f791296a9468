/**
 * A sheet of paper, A4, as a PDF for the archive (PDF/A-3a): fonts embedded, every text in the tree that a screen reader follows, what only
 * decorates marked as such. Nothing of it depends on the clock or on chance.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { fontOfWoff } from './woff.ts';

/** Points; 72 an inch. */
export const MARGIN = 56;
const PAGE = { width: 595.28, height: 841.89 };
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN;
/** Where the content of a page ends, above its foot. */
const LOWEST = PAGE.height - MARGIN - 28;

/** How text looks: `size` in points. */
export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
}

/** Where text stands: within `width` from `x` on. */
export interface Column {
  readonly x: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** No substitutions by context, which would take longer than all the rest. At the right, figures are all of one width. */
const features = {
  left: { kern: true, calt: false, ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[],
  right: { kern: true, calt: false, ccmp: false, tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[],
};

const fontFolder = path.join(process.cwd(), 'node_modules/@fontsource/inter/files');
/** The alphabets of Inter, a file each, in the order in which a character is looked for. */
const alphabets = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
const fontFiles = new Map<string, Buffer>();

/** What PDFKit does not declare: the font in use. */
interface WithFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

export type Element = PDFKit.PDFStructureElement;

export interface SheetFacts {
  readonly title: string;
  /** Of the text, such as `fr`. */
  readonly language: string;
  readonly createdAt: Date;
  /** Of the whole site: who made the file. */
  readonly producer: string;
}

export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly root: Element;
  private readonly chunks: Uint8Array[] = [];
  private readonly ended: Promise<void>;
  private readonly fontOf = new Map<string, string>();
  private readonly widths = new Map<string, number>();

  constructor({ title, language, createdAt, producer }: SheetFacts) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: language,
      displayTitle: true,
      bufferPages: true,
      font: '',
      info: { Title: title, Producer: producer, Creator: producer, CreationDate: createdAt, ModDate: createdAt },
    });
    this.pdf.on('data', (chunk: Uint8Array) => this.chunks.push(chunk));
    this.ended = new Promise((resolve, reject) => {
      this.pdf.once('end', resolve).once('error', reject);
    });
    this.root = this.pdf.struct('Document');
    this.pdf.addStructure(this.root);
  }

  /** A part of the tree below another. */
  element(parent: Element, type: string): Element {
    const element = this.pdf.struct(type);
    parent.add(element);
    return element;
  }

  /** The height that a text takes in a column. */
  heightOf(text: string, column: Column, style: TextStyle): number {
    return this.lines(text, column.width, style).length * lineHeight(style);
  }

  /** Writes text as an element of the tree. @returns where it ends below. */
  write(parent: Element, type: string, text: string, y: number, column: Column, style: TextStyle): number {
    const element = this.pdf.struct(type, {}, () => this.draw(text, y, column, style));
    parent.add(element);
    element.end();
    return y + this.heightOf(text, column, style);
  }

  /** Draws a line across the page, or a part of it. */
  rule(y: number, { x, width }: Column = { x: MARGIN, width: CONTENT_WIDTH }, color = '#c9ccd1'): void {
    this.decorate(() => {
      this.pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .stroke(color);
    });
  }

  /** Whether `height` more fits below `y` on this page. */
  fits(y: number, height: number): boolean {
    return y + height <= LOWEST;
  }

  /** Goes on at the top of a new page. @returns its first `y`. */
  newPage(): number {
    this.pdf.addPage();
    return MARGIN;
  }

  /** Writes at the foot of every page. @param textOf of a page, counted from 1, and how many there are. */
  foot(textOf: (page: number, pages: number) => readonly [left: string, right: string]): void {
    const { count } = this.pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.pdf.switchToPage(index);
      const [left, right] = textOf(index + 1, count);
      const y = PAGE.height - MARGIN - 8;
      const style = { size: 7.5, color: '#5c6470' };
      this.rule(y - 8);
      this.decorate(() => {
        this.draw(left, y, { x: MARGIN, width: CONTENT_WIDTH - 80 }, style);
        this.draw(right, y, { x: MARGIN, width: CONTENT_WIDTH, align: 'right' }, style);
      });
    }
  }

  /** Ends the document. Nothing can be written any more. */
  async bytes(): Promise<Uint8Array> {
    this.root.end();
    this.pdf.end();
    await this.ended;
    return Buffer.concat(this.chunks);
  }

  private decorate(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pdf.endMarkedContent();
  }

  private draw(text: string, top: number, column: Column, style: TextStyle): void {
    let y = top;
    for (const line of this.lines(text, column.width, style)) {
      const { align = 'left' } = column;
      let x = align === 'right' ? column.x + column.width - this.widthOf(line, style, align) : column.x;
      for (const run of this.runs(line, style)) {
        this.pdf
          .font(run.font)
          .fontSize(style.size)
          .fillColor(style.color ?? '#14171c');
        this.pdf.text(run.text, x, y, { lineBreak: false, features: features[align] });
        x += this.widthOf(run.text, style, align);
      }
      y += lineHeight(style);
    }
  }

  /** Words come again and again, so what was measured is kept, at the size of one point. */
  private widthOf(text: string, style: TextStyle, align: 'left' | 'right' = 'left'): number {
    const key = `${style.bold ? 600 : 400}${align}${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      width = this.runs(text, style).reduce((sum, run) => {
        this.pdf.font(run.font).fontSize(1);
        return sum + this.pdf.widthOfString(run.text, { features: features[align] });
      }, 0);
      this.widths.set(key, width);
    }
    return width * style.size;
  }

  /** Breaks text into lines of a width: between words, and within a word that is wider than the column. */
  private lines(text: string, width: number, style: TextStyle): string[] {
    return tidy(text)
      .split('\n')
      .flatMap((paragraph) => {
        const lines: string[] = [];
        let [line, taken] = ['', 0];
        for (const word of paragraph.split(' ')) {
          const more = this.widthOf(line === '' ? word : ` ${word}`, style);
          if (taken + more <= width) {
            line += line === '' ? word : ` ${word}`;
            taken += more;
            continue;
          }
          if (line !== '') lines.push(line);
          [line, taken] = [word, this.widthOf(word, style)];
          if (taken <= width) continue;
          [line, taken] = ['', 0];
          for (const letter of word) {
            const step = this.widthOf(letter, style);
            if (line !== '' && taken + step > width) {
              lines.push(line);
              [line, taken] = ['', 0];
            }
            line += letter;
            taken += step;
          }
        }
        return [...lines, line];
      });
  }

  /** Cuts text where another file of the font has to take over. */
  private runs(text: string, { bold = false }: TextStyle): { font: string; text: string }[] {
    const runs: { font: string; text: string }[] = [];
    for (const letter of text) {
      const [font, shown] = this.glyphOf(letter, bold);
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs;
  }

  /** The file that has a character. One that none has is shown as a question mark: the XML has it as it is. */
  private glyphOf(letter: string, bold: boolean): [font: string, shown: string] {
    const weight = bold ? 600 : 400;
    const known = this.fontOf.get(`${weight}${letter}`);
    if (known) return [known, letter];
    for (const alphabet of alphabets) {
      const font = `inter-${alphabet}-${weight}-normal.woff`;
      this.openFont(font);
      if ((this.pdf as unknown as WithFont)._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) {
        this.fontOf.set(`${weight}${letter}`, font);
        return [font, letter];
      }
    }
    return this.glyphOf('?', bold);
  }

  private openFont(name: string): void {
    let file = fontFiles.get(name);
    if (!file) {
      file = fontOfWoff(readFileSync(path.join(fontFolder, name)));
      fontFiles.set(name, file);
    }
    this.pdf.registerFont(name, file).font(name);
  }
}

const lineHeight = ({ size }: TextStyle): number => size * 1.45;

/** Spaces of all kinds as the two that the font has, and no other characters without a form. */
function tidy(text: string): string {
  return text
    .replace(/[\u2007\u2009\u202f]/g, '\u00a0')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]+/gu, ' ');
}
