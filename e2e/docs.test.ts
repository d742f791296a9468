/** The API reference. */
import { errorTable } from '#server/site.ts';
import { expect, test } from './site.ts';

test('it shows every route in three languages, and remembers the language', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs');
  for (const route of ['GET /balance', 'GET /stock', 'POST /buy']) {
    await expect(page.getByRole('heading', { level: 2, name: route })).toBeVisible();
    const languages = page.getByRole('tablist', { name: `Languages of ${route}` });
    await expect(languages.getByRole('tab')).toHaveText(['curl', 'TypeScript', 'Python']);
  }
  const buying = page.getByRole('tablist', { name: 'Languages of POST /buy' });
  await buying.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(buying.getByRole('tab', { name: 'Python' })).toBeFocused();
  await expect(page.getByLabel('POST /buy in Python', { exact: true })).toContainText('import json');
  await page.getByRole('button', { name: 'Copy POST /buy in Python' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`${site.url}/api/v1/reseller/buy`);

  await page.reload();
  await expect(page.getByLabel('GET /stock in Python', { exact: true })).toBeVisible();
  await expect(page.getByLabel('GET /stock in curl', { exact: true })).toBeHidden();
});

test('it leads to every error that a route can answer', async ({ page }) => {
  await page.goto('/docs');
  await page.getByRole('link', { name: 'out_of_stock' }).first().click();
  await expect(page.getByRole('row', { name: /^out_of_stock 409/ })).toBeInViewport();
  await expect(page.getByRole('row', { name: /^out_of_stock 409/ })).toContainText(errorTable.out_of_stock?.action ?? '-');
});

test('it tells how a credential is used, and what refusals mean', async ({ page, site }) => {
  await page.goto('/docs#credential');
  const line = page.getByRole('region', { name: 'curl line over SOCKS5' });
  await expect(line).toContainText(/curl --socks5-hostname localhost:\d+/);
  await expect(line).toContainText("--proxy-user 'USERNAME:PASSWORD'");
  await expect(line).toContainText(`:${new URL(site.url).port}/api/ip`);
  const refused = page.getByRole('table', { name: 'Refusals of the entry point' }).getByRole('row', { name: /The host refused/ });
  await expect(refused.getByRole('cell')).toHaveText(['The host refused the connection.', '5', '502']);
});

test('it leads to the OpenAPI document', async ({ page }) => {
  await page.goto('/docs');
  const href = await page.getByRole('link', { name: 'OpenAPI 3.1 document' }).getAttribute('href');
  const answer = await page.request.get(href ?? '');
  expect(((await answer.json()) as { openapi: string }).openapi).toMatch(/^3\.1\./);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('it is all there to read', async ({ page }) => {
    await page.goto('/docs');
    for (const language of ['curl', 'TypeScript', 'Python']) {
      await expect(page.getByLabel(`POST /buy in ${language}`, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole('row', { name: /^insufficient_balance 402/ })).toBeVisible();
  });
});
