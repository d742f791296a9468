/** POST /buy, 415 (decision 14). */
import { describe, expect, test } from 'vitest';
import { refused } from '#tests/harness/client.ts';
import { newKey, newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const order = { country: 'fr', qty: 1 };

describe('unsupported_media_type', () => {
  test.each([
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/vnd.api+json',
    'application/jsonp',
    'application/json5',
    'application',
    'json',
    'application/json, application/json',
    'application/json charset=utf-8',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset="utf-16"',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=',
  ])('Content-Type "%s"', async (type) => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(newKey(), order, { headers: { 'Content-Type': type } }), 415, 'unsupported_media_type');
  });

  test('no Content-Type', async () => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(newKey(), order, { headers: { 'Content-Type': [] } }), 415, 'unsupported_media_type');
  });

  test('two of them', async () => {
    const reseller = await newReseller(site());
    const headers = { 'Content-Type': ['application/json', 'text/plain'] };
    refused(await reseller.buy(newKey(), order, { headers }), 415, 'unsupported_media_type');
  });

  test.each(['gzip', 'br', 'deflate', 'identity', ''])('Content-Encoding "%s"', async (encoding) => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(newKey(), order, { headers: { 'Content-Encoding': encoding } }), 415, 'unsupported_media_type');
  });
});

test('nothing is debited', async () => {
  const reseller = await newReseller(site(), { balance: 8 });
  await reseller.buy(newKey(), order, { headers: { 'Content-Type': 'text/plain' } });
  expect(await reseller.money()).toBe(8);
});
