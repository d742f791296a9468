import { describe, expect, it } from 'vitest';
import type { Refusal } from '#server/kernel/refusals.ts';
import { AUTHORIZATION, head, talk } from '#tests/harness/proxy-request.ts';

const refusedFor = (reason: Refusal) => [{ step: 'refuse', reason }];

describe('the head', () => {
  const LINE = 'GET http://a/ HTTP/1.1\r\n';
  const REST = `${AUTHORIZATION}\r\n\r\n`;

  it.each([
    ['a line feed alone behind the request line', `GET http://a/ HTTP/1.1\n${REST}`],
    ['a line feed alone behind a field', `${LINE}A: b\n${REST}`],
    ['a line feed alone at the end', `${LINE}${AUTHORIZATION}\r\n\n`],
    ['a line feed first', `\n${LINE}${REST}`],
    ['a carriage return within a line', `${LINE}A: b\rc\r\n${REST}`],
    ['a carriage return within the request line', `GET http://a/\r HTTP/1.1\r\n${REST}`],
    ['a folded line', `${LINE}A: b\r\n c\r\n${REST}`],
    ['a tab that folds', `${LINE}A: b\r\n\tc\r\n${REST}`],
    ['white space before the first field', `${LINE} A: b\r\n${REST}`],
    ['white space before a colon', `${LINE}A : b\r\n${REST}`],
    ['a field without a colon', `${LINE}A\r\n${REST}`],
    ['a field without a name', `${LINE}: b\r\n${REST}`],
    ['a name beyond ASCII', `${LINE}\xe4: b\r\n${REST}`],
    ['a name in brackets', `${LINE}(A): b\r\n${REST}`],
    ['NUL in a value', `${LINE}A: \0\r\n${REST}`],
    ['NUL in a name', `${LINE}A\0: b\r\n${REST}`],
    ['DEL in a value', `${LINE}A: \x7f\r\n${REST}`],
    ['an escape character in a value', `${LINE}A: \x1b[1m\r\n${REST}`],
    ['two spaces', `GET  http://a/ HTTP/1.1\r\n${REST}`],
    ['a space at the end', `GET http://a/ HTTP/1.1 \r\n${REST}`],
    ['a space in the target', `GET http://a/ b HTTP/1.1\r\n${REST}`],
    ['a tab for a space', `GET\thttp://a/ HTTP/1.1\r\n${REST}`],
    ['NUL in the target', `GET http://a/\0 HTTP/1.1\r\n${REST}`],
    ['no version', `GET http://a/\r\n${REST}`],
    ['a method alone', `GET\r\n${REST}`],
    ['no target', `G HTTP/1.1\r\n${REST}`],
    ['HTTP/0.9', `GET http://a/ HTTP/0.9\r\n${REST}`],
    ['HTTP/1.2', `GET http://a/ HTTP/1.2\r\n${REST}`],
    ['HTTP/2', `GET http://a/ HTTP/2\r\n${REST}`],
    ['a version in lower case', `GET http://a/ http/1.1\r\n${REST}`],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method in brackets', `G(T http://a/ HTTP/1.1\r\n${REST}`],
    ['an answer', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['another protocol', 'EHLO mail.example\r\n\r\n'],
  ])('is malformed: %s', (_, text) => {
    expect(talk(text)).toMatchObject({ steps: refusedFor('malformed'), toTarget: '' });
    expect(talk(text).toClient).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('holds 16,384 bytes and not one more', () => {
    const filled = (size: number) => {
      const frame = head('CONNECT a:1 HTTP/1.1', AUTHORIZATION, 'A: ').length;
      return head('CONNECT a:1 HTTP/1.1', AUTHORIZATION, `A: ${'b'.repeat(size - frame)}`);
    };
    expect(filled(16_384)).toHaveLength(16_384);
    expect(talk(filled(16_384)).steps).toHaveLength(2);
    expect(talk(`${filled(16_384)}payload`)).toMatchObject({ toTarget: 'payload' });
    expect(talk(filled(16_385)).steps).toEqual(refusedFor('head_too_large'));
    expect(talk(filled(16_385)).toClient).toMatch(/^HTTP\/1\.1 431 /);
    expect(talk(filled(100_000)).steps).toEqual(refusedFor('head_too_large'));
    expect(talk('A'.repeat(16_384)).steps).toEqual(refusedFor('head_too_large'));
    expect(talk('A'.repeat(16_383)).steps).toEqual([]);
    expect(talk('\r\n'.repeat(8_192)).steps).toEqual(refusedFor('head_too_large'));
  });
});
