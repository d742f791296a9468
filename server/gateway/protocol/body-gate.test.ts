import { describe, expect, it } from 'vitest';
import { ChunkedBody, CountedBody } from './body-gate.ts';
import type { BodyGate } from './handshake.ts';

const chunked = (text: string) => take(new ChunkedBody(), text);

function take(gate: BodyGate, text: string): { passed: string; ended: boolean } | 'malformed' {
  const result = gate.take(Buffer.from(text, 'latin1'));
  return result === 'malformed' ? result : { passed: result.bytes.toString('latin1'), ended: result.ended };
}

describe('a body of a known length', () => {
  it('ends with its last byte', () => {
    const gate = new CountedBody(10);
    expect(take(gate, '1234')).toEqual({ passed: '1234', ended: false });
    expect(take(gate, '567890GET http')).toEqual({ passed: '567890', ended: true });
    expect(take(gate, 'more')).toEqual({ passed: '', ended: true });
  });

  it('passes a piece that fits exactly as it is', () => {
    const bytes = Buffer.from('12345');
    expect(new CountedBody(5).take(bytes)).toEqual({ bytes, ended: true });
    expect(new CountedBody(6).take(bytes).bytes).toBe(bytes);
  });
});

describe('a body in chunks', () => {
  it.each([
    ['none but the last', '0\r\n\r\n'],
    ['one chunk', '5\r\nhello\r\n0\r\n\r\n'],
    ['sizes of either case and with leading zeros', '00A\r\n0123456789\r\na\r\n0123456789\r\n000\r\n\r\n'],
    ['line ends in the data', '4\r\n\r\n\r\n\r\n0\r\n\r\n'],
    ['extensions', '3;name=value;q="a \t;b"\r\nabc\r\n0;last\r\n\r\n'],
    ['a trailer', '1\r\na\r\n0\r\nChecksum: 900150983cd2\r\nEmpty:\r\n\r\n'],
  ])('passes byte for byte and keeps back what follows: %s', (_, body) => {
    expect(chunked(body)).toEqual({ passed: body, ended: true });
    expect(chunked(`${body}GET http://next/ HTTP/1.1`)).toEqual({ passed: body, ended: true });
    expect(chunked(body.slice(0, -1))).toEqual({ passed: body.slice(0, -1), ended: false });
  });

  it.each([
    ['no size', '\r\n'],
    ['no size but an extension', ';a\r\n'],
    ['a sign', '+5\r\nhello\r\n'],
    ['0x', '0x5\r\nhello\r\n'],
    ['an underscore', '1_0\r\n'],
    ['white space before the size', ' 5\r\nhello\r\n'],
    ['white space behind the size', '5 \r\nhello\r\n'],
    ['a letter that is no digit', 'g\r\n'],
    ['thirteen digits', '0000000000005\r\nhello\r\n'],
    ['a line feed alone behind the size', '5\nhello\r\n'],
    ['a carriage return alone behind the size', '5\rhello\r\n'],
    ['a line feed in an extension', '5;a\nhello\r\n'],
    ['NUL in an extension', '5;\0\r\n'],
    ['data longer than the size', '3\r\nhello\r\n'],
    ['a line feed alone behind the data', '5\r\nhello\n0\r\n\r\n'],
    ['no line end behind the data', '5\r\nhello0\r\n\r\n'],
    ['another character behind the carriage return of the data', '5\r\nhello\r0\r\n\r\n'],
    ['a trailer without a colon', '0\r\nabc\r\n\r\n'],
    ['a trailer without a name', '0\r\n: a\r\n\r\n'],
    ['white space before a trailer', '0\r\n a: b\r\n\r\n'],
    ['a folded trailer', '0\r\na: b\r\n c\r\n\r\n'],
    ['NUL in a trailer', '0\r\na: \0\r\n\r\n'],
    ['a line feed alone in a trailer', '0\r\na: b\n\r\n'],
    ['a carriage return alone in a trailer', '0\r\na: b\rc\r\n\r\n'],
    ['a line feed alone at the end', '0\r\n\n'],
    ['a carriage return alone at the end', '0\r\n\r0'],
  ])('is malformed: %s', (_, body) => {
    expect(chunked(body)).toBe('malformed');
  });

  it('stays malformed', () => {
    const gate = new ChunkedBody();
    expect(take(gate, 'x')).toBe('malformed');
    expect(take(gate, '0\r\n\r\n')).toBe('malformed');
  });

  it('passes a piece in the middle of a chunk as it is', () => {
    const gate = new ChunkedBody();
    take(gate, 'ffff\r\n');
    const bytes = Buffer.alloc(40_000);
    expect(gate.take(bytes)).toEqual({ bytes, ended: false });
  });

  it('allows 16 KB of extensions and trailer in all', () => {
    const extension = `1;${'a'.repeat(8_191)}\r\nb\r\n`;
    expect(chunked(`${extension}${extension}0\r\n`)).toMatchObject({ ended: false });
    expect(chunked(`${extension}${extension}0;abc`)).toBe('malformed');
    expect(chunked(`0\r\nname: ${'a'.repeat(16_384)}`)).toBe('malformed');
    expect(chunked(`0\r\n${'a'.repeat(16_385)}`)).toBe('malformed');
    expect(chunked(`0\r\n${'a: b\r\n'.repeat(16_384)}`)).toBe('malformed');
  });
});
