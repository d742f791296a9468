/** Strict JSON bodies: what JSON.parse takes, less what two readers might understand differently. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonObject } from './json-body.ts';

const parse = (text: string) => parseJsonObject(Buffer.from(text));
const plainObject = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });

describe('what is accepted', () => {
  test('every object that JSON can write, however it is laid out, is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(plainObject, fc.constantFrom(undefined, 1, '\t', '\r\n'), (object, space) => {
        const text = JSON.stringify(object, null, space);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('a byte-order mark in front is ignored, and only there', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(parse('{"a":"\ufeff"}')).toEqual({ a: '\ufeff' });
    expect(parse('\ufeff\ufeff{"a":1}')).toBeNull();
  });

  test('depth costs no stack', () => {
    const deep = 50_000;
    expect(parse(`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`)).not.toBeNull();
    expect(parse(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`)).not.toBeNull();
    expect(parse('['.repeat(deep))).toBeNull();
  });

  test('a name of Object.prototype is a name like any other', () => {
    const members = parse('{"__proto__":{"qty":1},"toString":2}');
    expect(Object.keys(members ?? {})).toEqual(['__proto__', 'toString']);
    expect(members?.qty).toBeUndefined();
  });
});

describe('what is refused', () => {
  test('everything that JSON.parse refuses, and everything that is no object', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0019.eE-+ ntf') })),
        (text) => {
          const expected = (() => {
            try {
              return JSON.parse(text) as unknown;
            } catch {
              return undefined;
            }
          })();
          if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) expect(parse(text)).toBeNull();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('a name that stands twice in any object, at any depth, however it is escaped', () => {
    const escaped = (name: string) => name.replace(/./gsu, (character) => [...character].map((one) => units(one)).join(''));
    fc.assert(
      fc.property(
        fc.string(),
        fc.jsonValue(),
        fc.jsonValue(),
        fc.integer({ min: 0, max: 5 }),
        fc.boolean(),
        (name, one, other, depth, inEscapes) => {
          const second = inEscapes ? `"${escaped(name)}"` : JSON.stringify(name);
          const inner = `{"another":0,${JSON.stringify(`${name}!`)}:1,${JSON.stringify(name)}:${JSON.stringify(one)},${second}:${JSON.stringify(other)}}`;
          fc.pre(name !== 'another');
          expect(parse(`${'{"a":['.repeat(depth)}${inner}${']}'.repeat(depth)}`)).toBeNull();
        },
      ),
    );
  });

  test('bytes that are not UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 6 }), (bytes) => {
        const body = Buffer.concat([Buffer.from('{"a":"'), bytes, Buffer.from('"}')]);
        if (
          !Buffer.from(bytes.filter((byte) => byte >= 0x80)).equals(
            Buffer.from(Buffer.from(bytes.filter((byte) => byte >= 0x80)).toString()),
          )
        ) {
          expect(parseJsonObject(body)).toBeNull();
        }
      }),
    );
  });
});

function units(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

describe('numbers', () => {
  const value = (literal: string) => parse(`{"n":${literal}}`)?.n;

  test('a number is one where the literal says what the double says, in any notation', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        // JSON.stringify and toExponential both write -0 as 0.
        expect(value(JSON.stringify(number))).toBe(number === 0 ? 0 : number);
        expect(value(number.toExponential())).toBe(number === 0 ? 0 : number);
        // With a digit more than any double needs it says another number.
        fc.pre(number !== 0);
        const literal = number.toExponential(17).replace('e', '1e');
        expect(value(literal)).toBe(literal);
      }),
    );
  });

  test.each([
    '1',
    '1.0',
    '1e1',
    '10e-1',
    '0.1',
    '12.34',
    '-0',
    '0e99',
    '0.00',
    '1E+2',
    '100000000000000000000',
    '5e-324',
    '1.7976931348623157e308',
  ])('%s is a number', (literal) => expect(value(literal)).toBe(Number(literal)));

  test.each([
    '1.0000000000000000001',
    '0.9999999999999999999',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1000000000000000055511151231257827',
  ])('%s keeps its text, for schemas to refuse', (literal) => expect(value(literal)).toBe(literal));

  test('deeper ones are nobody’s business', () => {
    expect(parse('{"a":[1.0000000000000000001],"b":{"n":1e400}}')).toEqual({ a: [1], b: { n: Number.POSITIVE_INFINITY } });
  });

  test('a member named __proto__ that no double holds is no way to a prototype', () => {
    expect(Object.getPrototypeOf(parse('{"__proto__":1e400}'))).toBe(Object.prototype);
  });
});
