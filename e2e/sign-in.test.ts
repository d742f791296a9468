/** Signing in and out: who may, who has to wait, and where one lands. */
import { endSessions } from '#server/plugins/accounts/port.ts';
import { signInPatience } from '#server/plugins/accounts/rules.ts';
import { expect, test } from './site.ts';
import { keepStill } from './still-page.ts';

const refusedByServer = /Failed to load resource: the server responded with a status of 401/;

test('a wrong password and an unknown address get the same answer', async ({ pages, newAccount, expectedComplaints }) => {
  expectedComplaints.push(refusedByServer);
  const account = await newAccount();
  const refusal = 'This e-mail address and password do not belong together. Check both and try again.';
  await pages.signIn.open();
  await pages.signIn.signIn({ ...account, password: 'not the password' });
  await expect(pages.signIn.refusal).toHaveText(refusal);
  await expect(pages.signIn.password).toBeFocused();

  await pages.signIn.open();
  await pages.signIn.signIn({ email: `not-${account.email}`, password: account.password });
  await expect(pages.signIn.refusal).toHaveText(refusal);

  await pages.signIn.signIn({ ...account, email: account.email.toUpperCase() });
  await expect(pages.overview.heading).toBeVisible();
});

test('a form that cannot be right is told so at its fields', async ({ pages, page }) => {
  await pages.signIn.open();
  await pages.signIn.signIn({ email: 'somebody', password: '' });
  await expect(page.getByText('Give an e-mail address such as name@example.com.')).toBeVisible();
  await expect(page.getByText('Give your password.')).toBeVisible();
  await expect(pages.signIn.email).toHaveAttribute('aria-invalid', 'true');
});

test('who guesses has to wait, while a browser that the account knows signs in', async ({
  pages,
  browser,
  newAccount,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(refusedByServer);
  const account = await newAccount();
  const known = await browser.newContext({ baseURL: site.url });
  const signInFrom = async (password: string) => {
    const { csrfToken } = await (await known.request.get('/api/auth/csrf')).json();
    const form = { email: account.email, password, csrfToken, json: 'true' };
    return (await known.request.post('/api/auth/callback/credentials', { form })).status();
  };
  expect(await signInFrom(account.password)).toBe(200);

  // A stranger on another browser uses up what is free, and then gets no answer even to the right password.
  await pages.signIn.open();
  for (let tries = 0; tries < signInPatience.visitor.free; tries += 1) {
    await pages.signIn.signIn({ ...account, password: `guess number ${tries}` });
    await expect(pages.signIn.refusal).toContainText('do not belong together');
    await pages.signIn.open();
  }
  await pages.signIn.signIn(account);
  await expect(pages.signIn.refusal).toContainText(/Too many tries\.\s*Try again in \d+ seconds?\./);
  await expect(pages.signIn.submit).toBeDisabled();
  await expect(pages.signIn.submit).toHaveText(/Wait \d+ s/);

  expect(await signInFrom(account.password)).toBe(200);
  await known.close();
});

test('signing out ends the session in this browser', async ({ page, pages, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  await pages.overview.open();
  await pages.overview.signOut.click();
  await expect(page).toHaveURL('/');
  await pages.overview.open();
  await expect(page).toHaveURL('/sign-in?next=%2Fclient');
});

test('ending the sessions of an account signs it out everywhere, on the very next request', async ({
  page,
  pages,
  newAccount,
  signInAs,
  services,
  expectedComplaints,
}) => {
  expectedComplaints.push(refusedByServer);
  const account = await newAccount({ resellerMode: true });
  await signInAs(account);
  await keepStill(page);
  await pages.reseller.open();
  await endSessions(services.db, account.id);
  await pages.reseller.generate.click();
  await expect(page).toHaveURL('/sign-in?next=%2Fclient%2Freseller');
  expect((await page.request.get('/api/trpc/billing.balance')).status()).toBe(401);
});

test('signing out everywhere ends the session of every browser', async ({ page, pages, browser, newAccount, signInAs, site }) => {
  const account = await newAccount();
  await signInAs(account);
  const elsewhere = await browser.newContext({ baseURL: site.url, storageState: await page.context().storageState() });
  expect((await elsewhere.request.get('/api/trpc/accounts.me')).status()).toBe(200);
  await pages.account.open();
  await pages.account.signOutEverywhere.click();
  await expect(page).toHaveURL('/sign-in');
  expect((await elsewhere.request.get('/api/trpc/accounts.me')).status()).toBe(401);
  await elsewhere.close();
});

test('one comes back to the page that one wanted', async ({ page, pages, newAccount }) => {
  await pages.resale.open(2);
  await expect(page).toHaveURL('/sign-in?next=%2Fclient%2Fresale%3Fpage%3D2');
  await pages.signIn.signIn(await newAccount());
  await expect(page).toHaveURL('/client/resale?page=2');
});

for (const elsewhere of [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
]) {
  test(`one is never sent to ${elsewhere}`, async ({ page, pages, newAccount }) => {
    await pages.signIn.open(elsewhere);
    await pages.signIn.signIn(await newAccount());
    await expect(page).toHaveURL('/client');
  });
}

test('who is signed in needs no sign-in page', async ({ page, pages, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  await pages.signIn.open('/client/reseller');
  await expect(page).toHaveURL('/client/reseller');
});

test('support has the client area too', async ({ page, pages, newAccount, signInAs }) => {
  await signInAs(await newAccount({ role: 'support' }));
  await pages.overview.open();
  await expect(page.getByRole('banner')).toContainText('Support');
});
