/** 405: the wrong method for a known path (specification section 4; decisions 3 and 8). */
import { describe, expect, test } from 'vitest';
import { operations } from '#server/rest/contract.ts';
import { call, parsedAnswer, refused, sendBytes } from '#tests/harness/client.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'];

describe.each(operations)('$path takes $method', ({ method: right, path }) => {
  test.each(methods.filter((method) => method !== right))(
    'method_not_allowed: %s, and Allow names the right one alone',
    async (method) => {
      const answer = await call(site(), { method, path });
      refused(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe(right);
    },
  );

  test('HEAD is a wrong method too', async () => {
    const answer = await call(site(), { method: 'HEAD', path });
    expect([answer.status, answer.headers.allow]).toEqual([405, right]);
  });

  test('a preflight of a browser gets no leave', async () => {
    const headers = { Origin: 'https://example.com', 'Access-Control-Request-Method': right };
    refused(await call(site(), { method: 'OPTIONS', path, headers }), 405, 'method_not_allowed');
  });

  test('with a valid key and with a bad one', async () => {
    const { auth } = await newReseller(site());
    refused(await call(site(), { method: 'DELETE', path, headers: auth }), 405, 'method_not_allowed');
    refused(
      await call(site(), { method: 'DELETE', path, headers: { Authorization: 'Bearer nonsense' } }),
      405,
      'method_not_allowed',
    );
  });

  test('methods are spelled in capitals', async () => {
    const request = `${right.toLowerCase()} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const answer = parsedAnswer(await sendBytes(site(), request), { method: 'GET', path });
    expect(answer.status).toBe(400);
  });
});
