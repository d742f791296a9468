/** GET /stock, 400 (decision 17): what is no whole number is refused, since silently pricing 1 would misquote the caller. */
import { test } from 'vitest';
import { refused } from '#tests/harness/client.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

test.each([
  '?qty=abc',
  '?qty=2.5',
  '?qty=2.0',
  '?qty=1e1',
  '?qty=',
  '?qty',
  '?qty=1&qty=2',
  '?qty=1&qty=1',
  '?qty=1&%71ty=1',
  '?qty=%205',
  '?qty=5%20',
  '?qty=5+',
  '?qty=++5',
  '?qty=+',
  '?qty=-',
  '?qty=0x10',
  '?qty=1,000',
  '?qty=%D9%A5',
  '?qty=5%00',
  '?qty=%zz',
  '?qty=5%0A',
  '?qty=null',
  '?qty=NaN',
  '?qty=Infinity',
])('%s is invalid_qty', async (query) => {
  const reseller = await newReseller(site());
  refused(await reseller.stock(query), 400, 'invalid_qty');
});
