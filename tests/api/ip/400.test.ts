/** GET /api/ip in a format that there is not. */
import { expect, test } from 'vitest';
import { send } from '#tests/harness/client.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

test.each(['xml', '', 'JSON', 'text'])('format=%s', async (format) => {
  const { status, text } = await send(site(), { path: `/api/ip?format=${format}` });
  expect(status).toBe(400);
  expect(text).toContain('format=json');
});
