/** /api/ip with a method that it does not have. */
import { expect, test } from 'vitest';
import { send } from '#tests/harness/client.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s', async (method) => {
  const { status, headers } = await send(site(), { method, path: '/api/ip' });
  expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
});
