import { describe, expect, it } from 'vitest';
import type { Refusal } from '#server/kernel/refusals.ts';
import { converse } from '#tests/harness/dialogue.ts';
import { head, talk } from '#tests/harness/proxy-request.ts';
import { createHandshake } from './negotiation.ts';

const refusedFor = (reason: Refusal) => [{ step: 'refuse', reason }];

describe('the first byte', () => {
  it('of SOCKS4 gets the refusal that its clients understand', () => {
    expect(converse([Buffer.from([4, 1, 0, 80, 192, 0, 2, 7, 0])])).toMatchObject({
      protocol: 'unknown',
      steps: refusedFor('malformed'),
      toClient: '\0[\0\0\0\0\0\0',
    });
  });

  it.each([0x00, 0x03, 0x06, 0x16, 0x20, 0x28, 0x3a, 0x7f, 0x80, 0xff])(
    '%i is no protocol of ours: nothing is answered',
    (byte) => {
      const handshake = createHandshake();
      expect(handshake.push(Buffer.from([byte, 3, 1]))).toMatchObject({
        step: 'refuse',
        reason: 'malformed',
        send: Buffer.alloc(0),
      });
      expect(handshake.push(Buffer.from('CONNECT a:1 HTTP/1.1'))).toEqual({ step: 'read' });
      expect(handshake.protocol).toBe('unknown');
    },
  );

  it('tells the protocol; of HTTP which one is known with the head', () => {
    const handshake = createHandshake();
    expect(handshake.protocol).toBe('unknown');
    handshake.push(Buffer.from('CONNECT a:1 HTTP/1.1\r\n'));
    expect(handshake.protocol).toBe('unknown');
    handshake.push(Buffer.from('\r\n'));
    expect(handshake.protocol).toBe('connect');
    expect(talk(head('GET http://a/ HTTP/1.1')).protocol).toBe('forward');
    expect(converse([Buffer.from([5])]).protocol).toBe('socks5');
  });
});
