/** The account page, and the ways back into an account. */
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { mailsTo } from '#tests/harness/mails.ts';
import { expect, test } from './site.ts';

const next = 'another long password';

/** The path of the link in the newest mail to an address. */
async function linkTo(services: Parameters<typeof mailsTo>[0], email: string, count = 1): Promise<string> {
  const text = (await mailsTo(services, email, count)).at(-1)?.text ?? '';
  return /https?:\/\/[^/]+(\/\S+)/.exec(text)?.[1] ?? '';
}

test('who forgot the password chooses a new one by a mailed link', async ({ page, pages, newAccount, services }) => {
  const account = await newAccount();
  await pages.signIn.open();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot');
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If ${account.email} has an account, a link is on its way.`)).toBeVisible();

  await page.goto(await linkTo(services, account.email));
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Your password was changed, and all browsers were signed out.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in', exact: true }).last().click();
  await pages.signIn.signIn({ email: account.email, password: next });
  await expect(pages.overview.heading).toBeVisible();
});

test('a new account is reminded to confirm its address, and does so by a link', async ({ page, pages, services }) => {
  const account = { email: `new-${randomUUID()}@example.com`, password: 'a few words of my own' };
  await pages.signUp.open();
  await pages.signUp.signUp(account);
  await expect(pages.overview.heading).toBeVisible();
  const reminder = page.getByText(`Confirm ${account.email} by the link that was mailed there.`);
  await expect(reminder).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`A link is on its way to ${account.email}.`)).toBeVisible();
  await page.goto(await linkTo(services, account.email, 2));
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText(`${account.email} is confirmed.`)).toBeVisible();
  await page.getByRole('link', { name: 'To the client area' }).click();
  await expect(pages.overview.heading).toBeVisible();
  await expect(reminder).toBeHidden();
});

test('two-factor sign-in is switched on, asked for in a second step, and switched off', async ({
  page,
  pages,
  newAccount,
  signInAs,
  expectedComplaints,
}) => {
  test.slow();
  expectedComplaints.push(/Failed to load resource: the server responded with a status of 401/);
  const account = await newAccount();
  await signInAs(account);
  await pages.account.open();
  await pages.account.press('Switch on');
  await pages.account.give('Your password', account.password);
  await pages.account.confirm('Next');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = await pages.account.dialog.locator('code').textContent();
  const totp = new TOTP({ secret: Secret.fromBase32((secret ?? '').replaceAll('-', '')) });
  // A code is good in its half minute and in those beside it, and only once: each is of another half minute, and never of one that may end.
  let used = 0;
  const code = () => {
    used = Math.max(Math.floor(Date.now() / 30_000), used + 1);
    return totp.generate({ timestamp: used * 30_000 });
  };
  await pages.account.give('Code that the app shows', code());
  await pages.account.confirm('Switch on');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.allTextContents();
  await pages.account.confirm('I have kept them');
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await pages.overview.signOut.click();
  await expect(page).toHaveURL('/');
  await pages.signIn.open();
  await pages.signIn.signIn(account);
  const field = page.getByLabel('Code');
  await expect(field).toBeFocused();
  await field.fill('000000');
  await pages.signIn.submit.click();
  await expect(pages.signIn.refusal).toContainText('This code does not fit');
  await field.fill(code());
  await pages.signIn.submit.click();
  await expect(pages.overview.heading).toBeVisible();

  await pages.account.open();
  await pages.account.press('Switch off');
  await pages.account.give('Your password', account.password);
  await pages.account.give('Code', recovery[0] ?? '');
  await pages.account.confirm('Switch off');
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
});

test('a sign-in elsewhere is seen and ended, and the password changed', async ({
  page,
  pages,
  browser,
  newAccount,
  signInAs,
  site,
}) => {
  const account = await newAccount();
  await signInAs(account);
  const elsewhere = await browser.newContext({ baseURL: site.url, userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
  const { csrfToken } = await (await elsewhere.request.get('/api/auth/csrf')).json();
  const form = { email: account.email, password: account.password, csrfToken, json: 'true' };
  await elsewhere.request.post('/api/auth/callback/credentials', { form });

  await pages.account.open();
  await expect(pages.account.signIns.getByText('This one')).toBeVisible();
  await page.getByRole('button', { name: 'End the sign-in of Firefox on Windows' }).click();
  await expect(pages.account.signIns.getByText('Firefox on Windows')).toBeHidden();
  expect((await elsewhere.request.get('/api/trpc/accounts.me')).status()).toBe(401);
  await elsewhere.close();

  await pages.account.press('Change password');
  await pages.account.give('Your password', 'not the password');
  await pages.account.give('New password', next);
  await pages.account.confirm('Change password');
  await expect(pages.account.dialog.getByRole('alert')).toHaveText('This is not your password.');
  await pages.account.give('Your password', account.password);
  await pages.account.confirm('Change password');
  await expect(page.getByText('Changed; other browsers are signed out')).toBeVisible();
});

test('billing details are checked at their fields and kept', async ({ page, pages, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  await pages.account.open();
  const { details } = pages.account;
  await details.getByLabel('Legal name').fill('Proxies & Fils SARL');
  await details.getByLabel('Address').fill('1 rue de la Paix\n75002 Paris');
  await details.getByLabel('VAT number').fill('FR123');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose the country that it is of.')).toBeVisible();
  await details.getByLabel('Country').selectOption('France');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not the form of a VAT number of the chosen country.')).toBeVisible();
  await details.getByLabel('VAT number').fill('FR 12 345678901');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: the next invoice says so.')).toBeVisible();
  await page.reload();
  await expect(details.getByLabel('VAT number')).toHaveValue('FR12345678901');
});

test('an account takes its data along, and is deleted once all that is lost is given up by name', async ({
  page,
  pages,
  newAccount,
  signInAs,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Failed to load resource: the server responded with a status of 401/);
  const account = await newAccount({ balance: 12 });
  await signInAs(account);
  await pages.account.open();
  await pages.account.press('Export data');
  await expect(page.getByRole('link', { name: new RegExp(`account-${account.id}\\.zip`) })).toBeVisible({ timeout: 20_000 });

  await pages.account.press('Delete account …');
  await pages.account.give('Your password', account.password);
  await pages.account.give(`Type ${account.email} to confirm`, account.email);
  await pages.account.confirm('Delete for good');
  await expect(page.getByText('Tick this, or use it up first.')).toBeVisible();
  await pages.account.dialog.getByLabel('I give up the balance of €12.00.').check();
  await pages.account.confirm('Delete for good');
  await expect(page).toHaveURL('/');
  await pages.signIn.open();
  await pages.signIn.signIn(account);
  await expect(pages.signIn.refusal).toContainText('do not belong together');
});

test.describe('in French, on a phone', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });

  test('the doors and the account page speak French', async ({ page, pages, newAccount, signInAs, services }) => {
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible();
    const account = await newAccount();
    await signInAs(account);
    await pages.account.open();
    await expect(page.getByRole('heading', { level: 1, name: 'Compte' })).toBeVisible();
    await expect(page.getByText('Connexion à deux facteurs')).toBeVisible();
    // Mails follow the language in which the client area is read.
    await expect
      .poll(async () => (await services.db.prisma.account.findUniqueOrThrow({ where: { id: account.id } })).language)
      .toBe('fr');
  });
});
