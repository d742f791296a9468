/** The API key's page. */
import { issueKey } from '#server/plugins/reseller/port.ts';
import { hear } from './passing-words.ts';
import { expect, program, test } from './site.ts';

test('the key is shown once, can be copied, and afterwards only its last four characters', async ({
  page,
  context,
  pages,
  newAccount,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(await newAccount({ resellerMode: true }));
  await pages.reseller.open();
  await pages.reseller.generate.click();
  const apiKey = await pages.reseller.readKey();

  await hear(pages.reseller.block, 'Copied', () => pages.reseller.copyKey.click());
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
  // The lines below have the key in them, ready to run.
  await expect(page.getByLabel('curl line that reads the balance', { exact: true })).toContainText(apiKey);

  await pages.reseller.putAway.click();
  await expect(pages.reseller.block).toContainText(`••••••••${apiKey.slice(-4)}`);
  expect(await page.content()).not.toContain(apiKey);
  await page.reload();
  await expect(pages.reseller.block).toContainText('Never');
  expect(await page.content()).not.toContain(apiKey);
});

test('it tells when the key was last used, exactly on focus', async ({ page, pages, newAccount, signInAs, site, services }) => {
  const account = await newAccount({ resellerMode: true });
  const { apiKey } = await issueKey(services, account.id);
  await program(site, apiKey).balance();
  await signInAs(account);
  await expect(async () => {
    await pages.reseller.open();
    await expect(pages.reseller.block).not.toContainText('Never', { timeout: 500 });
  }).toPass();
  await pages.reseller.block.getByRole('time').last().focus();
  await expect(page.getByRole('tooltip')).toHaveText(/\d{2}:\d{2}:\d{2}/);
});

test('a dialog asks for the name of the key before it dies, and keeps it otherwise', async ({
  page,
  pages,
  newAccount,
  signInAs,
  site,
  services,
}) => {
  const account = await newAccount({ resellerMode: true });
  const { apiKey, lastFour } = await issueKey(services, account.id);
  await signInAs(account);
  await pages.reseller.open();

  await pages.reseller.revoke.click();
  await pages.reseller.confirm('nope');
  await expect(pages.reseller.dialog).toContainText('These are not the last four characters');
  await page.keyboard.press('Escape');
  await expect(pages.reseller.dialog).toBeHidden();
  expect((await program(site, apiKey).balance()).status).toBe(200);

  await pages.reseller.revoke.click();
  await pages.reseller.confirm(lastFour);
  await expect(pages.reseller.generate).toBeFocused();
  expect((await program(site, apiKey).balance()).status).toBe(401);
});

test('without reseller mode there is no key to make, but whom to ask', async ({ page, pages, newAccount, signInAs }) => {
  const account = await newAccount();
  await signInAs(account);
  await pages.reseller.open();
  await expect(pages.reseller.block).toContainText('Reseller mode is off for this account');
  await expect(pages.reseller.block).toContainText(`Write to them and name account ${account.id} (${account.email}).`);
  await expect(pages.reseller.generate).toHaveCount(0);
  // The page is not all that stands in the way.
  const answer = await page.request.post('/api/trpc/reseller.generate', { data: {} });
  expect(answer.status()).toBe(403);
});

test('a key left over from reseller mode can still be revoked', async ({ pages, newAccount, signInAs, services }) => {
  const account = await newAccount();
  const { lastFour } = await issueKey(services, account.id);
  await signInAs(account);
  await pages.reseller.open();
  await expect(pages.reseller.block).toContainText('403 not_reseller');
  await pages.reseller.revoke.click();
  await pages.reseller.confirm(lastFour);
  await expect(pages.reseller.revoke).toHaveCount(0);
});

test('the keyboard alone goes from signing in to a key in hand', async ({ page, pages, newAccount }) => {
  const account = await newAccount({ resellerMode: true });
  const tabTo = async (target: ReturnType<typeof page.getByRole>) => {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < 30; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard never reached ${target}`);
  };

  await pages.signIn.open();
  await tabTo(pages.signIn.email);
  await page.keyboard.type(account.email);
  await tabTo(pages.signIn.password);
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(pages.overview.heading).toBeVisible();

  await tabTo(page.getByRole('navigation', { name: 'Client area' }).getByRole('link', { name: 'Reseller' }));
  await page.keyboard.press('Enter');
  await tabTo(pages.reseller.generate);
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { name: 'Copy your new key now' })).toBeFocused();
  const apiKey = await pages.reseller.readKey();
  await tabTo(pages.reseller.putAway);
  await page.keyboard.press('Enter');

  await tabTo(pages.reseller.replace);
  await page.keyboard.press('Enter');
  await expect(pages.reseller.dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(apiKey.slice(-4));
  await page.keyboard.press('Enter');
  await expect(pages.reseller.freshKey).not.toHaveText(apiKey);
  await expect(page.getByRole('heading', { name: 'Copy your new key now' })).toBeFocused();
});

test('was I charged: once for what was bought, never for what was not, and no password gets into the address', async ({
  page,
  pages,
  signInAsBuyer,
  services,
}) => {
  const account = await signInAsBuyer(5, { country: 'fr', qty: 1 });
  const { idempotencyKey, id } = await services.db.prisma.order.findFirstOrThrow({ where: { accountId: account.id } });
  const { username } = await services.db.prisma.proxy.findFirstOrThrow({ where: { orderId: id } });
  await pages.reseller.open();

  await pages.reseller.wasCharged(idempotencyKey);
  await expect(pages.reseller.charge.answer).toContainText(`Charged once: €2.90 for order ${id}.`);
  await expect(pages.reseller.charge.answer.getByRole('table', { name: 'The debit' })).toContainText('-€2.90');
  await expect(pages.reseller.charge.answer).toContainText(username);
  await expect(page).toHaveURL(new RegExp(`[?&]charge=${idempotencyKey}`));

  await pages.reseller.wasCharged(`proxy.example:1080:${username}:do-not-tell`);
  await expect(page).toHaveURL(new RegExp(`[?&]charge=${username}$`));
  await expect(pages.reseller.charge.answer).toContainText(`Charged once: €2.90 for order ${id}.`);
  expect(page.url()).not.toContain('do-not-tell');

  await pages.reseller.wasCharged('never-sent-before');
  await expect(pages.reseller.charge.answer).toContainText('Never charged.');
  await expect(pages.reseller.charge.answer).toContainText('No request with this key is in the log');

  await page.goBack();
  await expect(pages.reseller.charge.answer).toContainText('Charged once');
});

test('the log shows what programs asked for, filters it in the address, and leads to what was charged', async ({
  page,
  pages,
  newAccount,
  signInAs,
  site,
  services,
}) => {
  const account = await newAccount({ resellerMode: true, balance: 1 });
  const { apiKey } = await issueKey(services, account.id);
  await program(site, apiKey).balance();
  expect((await program(site, apiKey).buy({ country: 'fr', qty: 1 })).status).toBe(402);
  await signInAs(account);
  await pages.reseller.open();
  // Before anything else, for they come back after a minute.
  await expect(pages.reseller.limits).toContainText('28 requests left of 30');
  await expect(async () => {
    await pages.reseller.open();
    await expect(pages.reseller.log.lines).toHaveCount(3, { timeout: 500 });
  }).toPass();
  await expect(pages.reseller.limits).toContainText('200 proxies left of 200');

  await pages.reseller.log.result.selectOption({ label: 'Refused (4xx)' });
  await pages.reseller.log.show.click();
  await expect(page).toHaveURL(/[?&]result=refused/);
  await expect(pages.reseller.log.lines).toHaveCount(2);
  await page.reload();
  await expect(pages.reseller.log.lines.last()).toContainText('insufficient_balance');

  await pages.reseller.log.lines.last().getByRole('link').click();
  await expect(pages.reseller.charge.answer).toContainText('Never charged.');
  await expect(pages.reseller.charge.answer).toContainText('One request with this key has come in the last 30 days');
});

test('the page speaks French and Spanish', async ({ page, pages, newAccount, signInAs, speak }) => {
  await signInAs(await newAccount({ resellerMode: true }));
  for (const [language, question] of [
    ['fr', 'Ai-je été débité ?'],
    ['es', '¿Se me ha cobrado?'],
  ] as const) {
    await speak(language);
    await pages.reseller.open();
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
  }
});
