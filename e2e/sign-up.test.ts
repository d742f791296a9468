/** Opening an account. */
import { randomUUID } from 'node:crypto';
import { expect, test } from './site.ts';

test('a visitor opens an account and is led on from an empty overview', async ({ page, pages }) => {
  const account = { email: `New.${randomUUID()}@Example.com`, password: 'a few words of my own' };
  await pages.landing.open();
  await page.getByRole('link', { name: 'Open an account' }).click();
  await pages.signUp.signUp(account);
  await expect(pages.overview.heading).toBeVisible();
  await expect(page.getByText(account.email.toLowerCase(), { exact: true })).toBeVisible();
  await expect(pages.overview.figure('Balance')).toContainText('€0.00');
  await expect(pages.overview.nextSteps).toContainText('Have reseller mode switched on');
  await expect(page.getByText('No order yet')).toBeVisible();

  await pages.overview.signOut.click();
  await expect(page).toHaveURL('/');
  await pages.signIn.open();
  await pages.signIn.signIn(account);
  await expect(pages.overview.heading).toBeVisible();
});

test('an address that has an account is told so at the field', async ({ page, pages, newAccount }) => {
  const { email } = await newAccount();
  await pages.signUp.open();
  await pages.signUp.signUp({ email: email.toUpperCase(), password: 'another long password' });
  await expect(page.getByText('This e-mail address has an account already: sign in instead.')).toBeVisible();
  await expect(pages.signUp.email).toBeFocused();
});

test('a short password is told so at the field', async ({ page, pages }) => {
  await pages.signUp.open();
  await pages.signUp.signUp({ email: 'somebody@example.com', password: 'too short' });
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
});
