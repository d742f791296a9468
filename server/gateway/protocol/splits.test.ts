import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { converse, cut, type Dialogue, type Verdicts } from '#tests/harness/dialogue.ts';
import { createHandshake } from './negotiation.ts';

const AUTHORIZATION = `Proxy-Authorization: Basic ${Buffer.from('me:pwd').toString('base64')}\r\n`;
const SOCKS = [5, 2, 0, 2, 1, 2, 0x6d, 0x65, 3, 0x70, 0x77, 0x64];
const PAYLOAD = [1, 0, 5, 0xff, 0x0d, 0x0a, 0x0d, 0x0a];
const NEXT = `GET http://next.example/ HTTP/1.1\r\n${AUTHORIZATION}\r\n`;

/** Each with more bytes behind it than it needs. */
const exchanges: Record<string, Buffer> = {
  'SOCKS5, IPv4': Buffer.from([...SOCKS, 5, 1, 0, 1, 192, 0, 2, 7, 1, 187, ...PAYLOAD]),
  'SOCKS5, IPv6': Buffer.from([...SOCKS, 5, 1, 0, 4, 0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1, 1, 187, ...PAYLOAD]),
  'SOCKS5, a name': Buffer.from([...SOCKS, 5, 1, 0, 3, 11, ...Buffer.from('example.com'), 1, 187, ...PAYLOAD]),
  'SOCKS5, refused': Buffer.from([...SOCKS, 5, 2, 0, 3, 11, ...Buffer.from('example.com'), 1, 187]),
  CONNECT: Buffer.from(
    `\r\nCONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n${AUTHORIZATION}\r\n\x16\x03\x01\r\n\r\n`,
    'latin1',
  ),
  'CONNECT without a credential': Buffer.from('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'),
  'CONNECT, malformed': Buffer.from(`CONNECT example.com:443 HTTP/1.1\r\nHost : example.com\r\n${AUTHORIZATION}\r\n`),
  'GET, forwarded': Buffer.from(
    `GET http://example.com/x?y HTTP/1.1\r\nHost: example.com\r\n${AUTHORIZATION}Accept: */*\r\n\r\n${NEXT}`,
  ),
  'POST, a known length': Buffer.from(
    `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\n${AUTHORIZATION}Content-Length: 11\r\n\r\nhello\r\n\r\nyou${NEXT}`,
  ),
  'POST, in chunks': Buffer.from(
    `POST http://example.com/ HTTP/1.1\r\n${AUTHORIZATION}Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhel\r\n\r\nA\r\n0123456789\r\n0\r\nSum: 1\r\n\r\n${NEXT}`,
  ),
};

/** The four ways in which verdicts can fall. */
const ways: Verdicts[] = [true, false].flatMap((valid) => [true, false].map((late) => ({ valid, late })));

describe.each(Object.entries(exchanges))('%s', (_, message) => {
  const whole = converse([message]);
  const rejected = converse([message], { valid: false });

  function expectSame(pieces: Buffer[]): void {
    for (const way of ways) expect(converse(pieces, way)).toEqual(way.valid ? whole : rejected);
  }

  it('is the same cut in two at any place', () => {
    for (let at = 0; at <= message.length; at++) expectSame(cut(message, [at]));
  });

  it('is the same byte by byte', () => {
    expectSame([...message].map((byte) => Buffer.from([byte])));
  });

  it('is the same in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(message.length), { maxLength: 12 }), (offsets) => expectSame(cut(message, offsets))),
      { numRuns: 200 },
    );
  });
});

/** Whether what was asked for stood in the bytes, in the way that the protocol writes it. */
function credentialStoodIn(message: Buffer, dialogue: Dialogue): boolean {
  const asked = dialogue.steps.find((step) => step.step === 'authenticate');
  if (asked === undefined) return true;
  const { username, password } = asked;
  if (dialogue.protocol === 'socks5') {
    const text = message.toString('latin1');
    // Bytes that are no UTF-8 cannot be compared any more; that they came from their place is shown by the other cases.
    const stands = (part: string) => part.includes('\ufffd') || text.includes(Buffer.from(part).toString('latin1'));
    return stands(username) && stands(password);
  }
  const tokens = message.toString('latin1').match(/[A-Za-z0-9+/]+=*/g) ?? [];
  return tokens.some((token) => Buffer.from(token, 'base64').toString() === `${username}:${password}`);
}

function expectHarmless(message: Buffer, offsets: number[]): void {
  for (const way of ways) {
    const dialogue = converse(cut(message, offsets), way);
    const names = dialogue.steps.map(({ step }) => step);
    expect(credentialStoodIn(message, dialogue)).toBe(true);
    const allowed = way.valid
      ? [[], ['refuse'], ['authenticate'], ['authenticate', 'refuse'], ['authenticate', 'connect']]
      : [[], ['refuse'], ['authenticate', 'refuse']];
    expect(allowed).toContainEqual(names);
    if (names.at(-1) !== 'connect') expect(dialogue.toTarget).toBe('');
  }
}

const offsets = fc.array(fc.nat(400), { maxLength: 6 }).map((list) => list.sort((a, b) => a - b));

describe('whatever a client sends', () => {
  it('bytes at random never crash, hang, authenticate by themselves or connect without a valid credential', () => {
    const first = fc.constantFrom(4, 5, 0x0d, 0x16, 0x43, 0x47, 0x50);
    fc.assert(
      fc.property(first, fc.uint8Array({ maxLength: 400 }), offsets, (byte, rest, at) => {
        const message = Buffer.from([byte, ...rest]);
        expectHarmless(
          message,
          at.filter((offset) => offset <= message.length),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('a valid exchange with bytes changed, put in or left out does not either', () => {
    const change = fc.record({ at: fc.nat(300), remove: fc.nat(3), put: fc.uint8Array({ maxLength: 3 }) });
    const interesting = fc.constantFrom('\r', '\n', '\r\n', '\0', ' ', ':', ',', '\x05', '\xff', AUTHORIZATION);
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(exchanges)),
        fc.array(fc.oneof(change, fc.record({ at: fc.nat(300), remove: fc.nat(3), put: interesting })), {
          minLength: 1,
          maxLength: 4,
        }),
        offsets,
        (original, changes, at) => {
          let message = original;
          for (const { at: place, remove, put } of changes) {
            const from = Math.min(place, message.length);
            const inserted = typeof put === 'string' ? Buffer.from(put, 'latin1') : Buffer.from(put);
            message = Buffer.concat([message.subarray(0, from), inserted, message.subarray(from + remove)]);
          }
          expectHarmless(
            message,
            at.filter((offset) => offset <= message.length),
          );
          expect(
            converse(
              [...message].map((byte) => Buffer.from([byte])),
              { late: true },
            ).steps,
          ).toEqual(converse([message]).steps);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is decided within 16 KB, so that no more than that is ever kept', () => {
    const endless = fc
      .constantFrom('A', '\r\n', 'A: b\r\n', 'GET http://a/ HTTP/1.1\r\n')
      .map((part) => Buffer.from(part.repeat(17_000)));
    fc.assert(
      fc.property(endless, fc.integer({ min: 1, max: 5_000 }), (bytes, size) => {
        const handshake = createHandshake();
        let pushed = 0;
        while (handshake.push(bytes.subarray(pushed, pushed + size)).step === 'read') pushed += size;
        expect(pushed).toBeLessThan(16_384);
      }),
      { numRuns: 50 },
    );
    const longest = Buffer.concat([
      Buffer.from([5, 255]),
      Buffer.alloc(255, 2),
      Buffer.from([1, 255]),
      Buffer.alloc(255),
      Buffer.from([255]),
      Buffer.alloc(255),
    ]);
    expect(converse([longest]).steps).toHaveLength(1);
  });
});
