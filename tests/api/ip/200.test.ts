/**
 * GET /api/ip: the address that the site sees, which forwarding headers change only where the operator
 * said so (specification section 1).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshSource, send } from '#tests/harness/client.ts';
import { startNext } from '#tests/harness/next-start.ts';
import { type OwnSite, sharedSite, startSite } from '#tests/harness/site.ts';

const site = sharedSite();
/** Listens on IPv6 and IPv4, and stands behind one proxy. */
let behindProxy: OwnSite;
let plain: Awaited<ReturnType<typeof startNext>>;

beforeAll(async () => {
  behindProxy = await startSite({ env: { TRUSTED_PROXIES: '1', HOST: '::' } });
  plain = await startNext(behindProxy.env);
});

afterAll(async () => {
  await Promise.all([plain?.stop(), behindProxy?.server.stop()]);
  await behindProxy?.services.db.close();
});

const PATH = '/api/ip';

test('a line of text, for any origin, never to be kept', async () => {
  const from = freshSource();
  const { status, headers, text } = await send(site(), { path: PATH, from });
  expect({ status, text }).toEqual({ status: 200, text: `${from}\n` });
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
});

test('JSON where it is asked for', async () => {
  const from = freshSource();
  const { headers, text } = await send(site(), { path: `${PATH}?format=json`, from });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(text)).toEqual({ ip: from });
});

test('a forwarding header of a stranger is not believed', async () => {
  const from = freshSource();
  for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'True-Client-IP']) {
    const value = name === 'Forwarded' ? 'for=203.0.113.9' : '203.0.113.9';
    expect((await send(site(), { path: PATH, headers: { [name]: value }, from })).text, name).toBe(`${from}\n`);
  }
});

test('HEAD has the headers alone', async () => {
  const { status, headers, text } = await send(site(), { method: 'HEAD', path: PATH });
  expect({ status, text, type: headers['content-type'] }).toEqual({
    status: 200,
    text: '',
    type: 'text/plain; charset=utf-8',
  });
});

describe.each(['the custom server', 'plain next start'])('behind one proxy, %s', (front) => {
  const ask = (forwarded: string, path = PATH) =>
    send(front === 'plain next start' ? plain : behindProxy, { path, headers: { 'X-Forwarded-For': forwarded } });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    // The client wrote the first itself.
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['2001:DB8::9', '2001:db8::9'],
    ['[2001:db8::9]:4711', '2001:db8::9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
  ])('the address that it wrote: %s', async (forwarded, shown) => {
    expect((await ask(forwarded)).text).toBe(`${shown}\n`);
    expect(JSON.parse((await ask(forwarded, `${PATH}?format=json`)).text)).toEqual({ ip: shown });
  });

  test('what is no address is not made into one', async () => {
    expect((await ask('unknown')).status).toBe(503);
  });
});

test('an IPv4 client of an IPv6 socket is shown as IPv4, an IPv6 client as IPv6', async () => {
  const from = freshSource();
  expect((await send(behindProxy, { path: PATH, from })).text).toBe(`${from}\n`);
  expect(await (await fetch(`http://[::1]:${behindProxy.port}${PATH}`)).text()).toBe('::1\n');
});
