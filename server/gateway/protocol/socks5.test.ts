import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusals } from '#server/kernel/refusals.ts';
import { converse } from '#tests/harness/dialogue.ts';
import { createHandshake } from './negotiation.ts';

const GREETING = [5, 1, 2];
const CREDENTIAL = [1, 2, 0x6d, 0x65, 3, 0x70, 0x77, 0x64];
const CHOSEN = [5, 2];
const WELCOME = [1, 0];
const V4 = [5, 1, 0, 1, 192, 0, 2, 7, 1, 187];

const name = (text: string, port = 443) => [5, 1, 0, 3, text.length, ...Buffer.from(text, 'latin1'), port >> 8, port & 255];
const reply = (field: number) => [5, field, 0, 1, 0, 0, 0, 0, 0, 0];
const talk = (...bytes: number[][]) => converse([Buffer.from(bytes.flat())]);
const latin1 = (...bytes: number[][]) => Buffer.from(bytes.flat()).toString('latin1');
const request = (...bytes: number[]) => talk(GREETING, CREDENTIAL, bytes);

describe('the greeting', () => {
  it.each([
    ['username/password alone', [5, 1, 2]],
    ['it among others', [5, 3, 0, 1, 2]],
    ['all methods there are', [5, 255, ...Array.from({ length: 255 }, (_, method) => method)]],
  ])('chooses username/password: %s', (_, greeting) => {
    expect(talk(greeting)).toMatchObject({ protocol: 'socks5', steps: [], toClient: latin1(CHOSEN) });
  });

  it.each([
    ['no method at all', [5, 0]],
    ['no authentication alone', [5, 1, 0]],
    ['GSSAPI alone', [5, 1, 1]],
    ['a 2 that is no longer part of the methods', [5, 1, 0, 2]],
  ])('finds no acceptable method: %s', (_, greeting) => {
    expect(talk(greeting)).toMatchObject({
      steps: [{ step: 'refuse', reason: 'not_authenticated' }],
      toClient: latin1([5, 0xff]),
    });
  });

  it('waits for the last method before it refuses', () => {
    expect(talk([5, 2, 0])).toMatchObject({ steps: [], toClient: '' });
  });
});

describe('the credential', () => {
  it.each([
    ['plain', CREDENTIAL, 'me', 'pwd'],
    ['an empty username', [1, 0, 1, 0x70], '', 'p'],
    ['an empty password', [1, 1, 0x6d, 0], 'm', ''],
    ['both empty', [1, 0, 0], '', ''],
    ['the longest', [1, 255, ...Array(255).fill(0x61), 255, ...Array(255).fill(0x62)], 'a'.repeat(255), 'b'.repeat(255)],
    ['UTF-8', [1, 2, 0xc3, 0xa9, 1, 0x70], 'é', 'p'],
    ['what is not UTF-8', [1, 1, 0xff, 1, 0x70], '\ufffd', 'p'],
  ])('is asked for as it came: %s', (_, credential, username, password) => {
    expect(talk(GREETING, credential).steps[0]).toEqual({ step: 'authenticate', username, password });
  });

  it('is accepted with 01 00', () => {
    expect(talk(GREETING, CREDENTIAL).toClient).toBe(latin1(CHOSEN, WELCOME));
  });

  it('is rejected with 01 01, and nothing that was sent ahead is looked at', () => {
    const dialogue = converse([Buffer.from([GREETING, CREDENTIAL, V4].flat())], { valid: false });
    expect(dialogue.steps.map(({ step }) => step)).toEqual(['authenticate', 'refuse']);
    expect(dialogue).toMatchObject({ toClient: latin1(CHOSEN, [1, 1]), toTarget: '' });
    expect(dialogue.steps[1]).toMatchObject({ reason: 'not_authenticated' });
  });

  it.each([0, 2, 5])('of version %i is malformed', (version) => {
    expect(talk(GREETING, [version])).toMatchObject({
      steps: [{ step: 'refuse', reason: 'malformed' }],
      toClient: latin1(CHOSEN, [1, 1]),
    });
  });
});

describe('the request', () => {
  it.each([
    ['IPv4', V4, '192.0.2.7', 443],
    ['IPv6', [5, 1, 0, 4, 0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1, 0, 80], '2001:db8::1', 80],
    ['IPv6 with two runs of zeros', [5, 1, 0, 4, 0x20, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 80], '2001::1:0:0:1', 80],
    ['the unspecified IPv6', [5, 1, 0, 4, ...Array(16).fill(0), 0, 80], '::', 80],
    ['a name', name('Example.com', 8080), 'Example.com', 8080],
    ['the longest name', name('a'.repeat(255)), 'a'.repeat(255), 443],
    ['an IPv4 literal as a name', name('127.0.0.1'), '127.0.0.1', 443],
    ['an IPv6 literal as a name', name('::1'), '::1', 443],
    ['port 0, which the rules refuse', name('example.com', 0), 'example.com', 0],
    ['port 65535', name('example.com', 65_535), 'example.com', 65_535],
    ['a reserved byte that is not 0', [5, 1, 7, 1, 192, 0, 2, 7, 1, 187], '192.0.2.7', 443],
  ])('asks for %s', (_, bytes, host, port) => {
    expect(request(...bytes).steps[1]).toEqual({ step: 'connect', target: { host, port } });
  });

  it.each([
    ['BIND', [5, 2, 0, 1, 192, 0, 2, 7, 1, 187], 'unsupported_method'],
    ['UDP ASSOCIATE', [5, 3, 0, 1, 0, 0, 0, 0, 0, 0], 'unsupported_method'],
    ['UDP ASSOCIATE with a name', [5, 3, 0, 3, 1, 0x61, 0, 0], 'unsupported_method'],
    ['command 0', [5, 0, 0, 1, 192, 0, 2, 7, 1, 187], 'unsupported_method'],
    ['command 255 and an unknown kind of address', [5, 255, 0, 9], 'unsupported_method'],
    ['kind of address 0', [5, 1, 0, 0], 'unsupported_address'],
    ['kind of address 2', [5, 1, 0, 2, 1, 1], 'unsupported_address'],
    ['an empty name', name(''), 'unsupported_address'],
    ['a name with NUL', name('a\0b.example'), 'unsupported_address'],
    ['a name with a space', name('a b.example'), 'unsupported_address'],
    ['a name with a line break', name('a\r\nb.example'), 'unsupported_address'],
    ['a name with DEL', name('a\x7f'), 'unsupported_address'],
    ['a name beyond ASCII', name('m\u00fcnchen.example'), 'unsupported_address'],
    ['a name in brackets', name('[::1]'), 'unsupported_address'],
    ['an IPv6 literal with a zone', name('fe80::1%eth0'), 'unsupported_address'],
    ['a name with a port', name('example.com:80'), 'unsupported_address'],
    ['a URL', name('http://example.com/'), 'unsupported_address'],
    ['version 4', [4, 1, 0, 1], 'malformed'],
    ['version 1', [1], 'malformed'],
  ] as const)('is refused with a whole reply: %s', (_, bytes, reason) => {
    const dialogue = request(...bytes);
    expect(dialogue.steps.slice(1)).toEqual([{ step: 'refuse', reason }]);
    expect(dialogue.toClient).toBe(latin1(CHOSEN, WELCOME, reply(refusals[reason].socksReply)));
  });

  it('is refused only when it is wholly there, so that the answer is not lost in a reset', () => {
    expect(request(5, 2, 0, 1, 192, 0, 2, 7, 1).steps).toHaveLength(1);
  });

  it('is granted with a reply that tells no address, and what came behind it goes to the target', () => {
    expect(talk(GREETING, CREDENTIAL, V4, [1, 2, 3])).toMatchObject({
      toClient: latin1(CHOSEN, WELCOME, reply(0)),
      toTarget: '\x01\x02\x03',
      ended: false,
    });
  });

  it('gives IPv6 addresses as the URL standard spells them', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0, 0, 1, 0xab), { minLength: 16, maxLength: 16 }), (address) => {
        const [, step] = request(5, 1, 0, 4, ...address, 0, 80).steps;
        const host = step?.step === 'connect' ? step.target.host : '';
        expect(`[${host}]`).toBe(new URL(`http://[${host}]`).hostname);
        expect(Buffer.from(address).toString('hex')).toBe(expanded(host));
      }),
    );
  });
});

/** An IPv6 literal as its 32 digits. */
function expanded(host: string): string {
  const [left = '', right = ''] = host.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = Array(8 - groups(left).length - groups(right).length).fill('0');
  return [...groups(left), ...zeros, ...groups(right)].map((group) => group.padStart(4, '0')).join('');
}

describe('a refusal from outside', () => {
  const at = (...bytes: number[][]) => {
    const handshake = createHandshake();
    let step = handshake.push(Buffer.from(bytes.flat()));
    if (step.step === 'authenticate' && bytes.length > 2) step = handshake.authenticated(true);
    return handshake;
  };

  it.each([
    ['in the greeting', [[5]], [5, 0xff]],
    ['before the credential', [GREETING], [1, 1]],
    ['while the credential is checked', [GREETING, CREDENTIAL], [1, 1]],
    ['before the request', [GREETING, CREDENTIAL, [5]], reply(1)],
    ['while the target is connected', [GREETING, CREDENTIAL, V4], reply(1)],
  ])('speaks the language of the moment: %s', (_, bytes, answer) => {
    expect([...at(...bytes).refuse('exit_unavailable')]).toEqual(answer);
  });

  it.each(Object.entries(refusals))('%s has its reply', (reason, { socksReply }) => {
    const handshake = at(GREETING, CREDENTIAL, V4);
    expect([...handshake.refuse(reason as keyof typeof refusals)]).toEqual(reply(socksReply ?? 1));
    expect(socksReply ?? 1).toBeGreaterThanOrEqual(1);
    expect(socksReply ?? 1).toBeLessThanOrEqual(8);
  });

  it('is said once, and nothing is read afterwards', () => {
    const handshake = at(GREETING);
    handshake.refuse('overloaded');
    expect(handshake.refuse('overloaded')).toHaveLength(0);
    expect(handshake.push(Buffer.from(CREDENTIAL))).toEqual({ step: 'read' });
  });

  it('has nothing to say once the tunnel is open', () => {
    const handshake = at(GREETING, CREDENTIAL, V4);
    handshake.connected();
    expect(handshake.refuse('overloaded')).toHaveLength(0);
  });

  it('a verdict that nobody asked for is a mistake of the program', () => {
    expect(() => at([5]).authenticated(true)).toThrow();
    expect(() => at(GREETING, CREDENTIAL).connected()).toThrow();
    expect(() => createHandshake().authenticated(true)).toThrow();
    expect(() => createHandshake().connected()).toThrow();
  });
});
