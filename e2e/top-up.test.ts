/** Topping up in the sandbox: paid, declined, left; what the page then says, and the receipt. */
import { expect, test } from './site.ts';

test('a top-up is paid, credited once, and has a receipt', async ({ page, pages: { balance }, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  await balance.open();
  await expect(balance.amount).toContainText('€0.00');
  await expect(page.getByText('No movement yet')).toBeVisible();
  await balance.suggested('€100.00').click();
  await expect(balance.topUp).toContainText(/Buys about \d+ proxies \(France\), \d+ proxies \(Spain\) or \d+ proxies \(Europe\)/);
  await expect(balance.pay).toHaveText('Pay €100.00');
  await balance.otherAmount.fill('12,50');
  await expect(balance.pay).toHaveText('Pay €12.50');
  await balance.otherAmount.press('Enter');

  await expect(page).toHaveURL(/\/client\/balance\/sandbox\/[0-9a-f-]{36}$/);
  const checkout = page.url();
  await page.getByRole('button', { name: 'Pay €12.50' }).click();
  await expect(page).toHaveURL(/\/client\/balance\/payments\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: '€12.50 credited' })).toBeVisible();
  await expect(page.getByText('Your balance is now €12.50.')).toBeVisible();

  await page.goto(checkout);
  await expect(page.getByRole('heading', { name: '€12.50 credited' })).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: /^Receipt T\d{6}-00001$/ });
  await expect(receipt).toContainText('no VAT is due');
  await expect(receipt).toContainText('€12.50');
  await page.getByRole('link', { name: 'Back to the balance' }).click();
  await expect(balance.amount).toContainText('€12.50');
  await expect(balance.lines).toHaveCount(1);
  await expect(balance.lines.first()).toContainText('Top-up');
  await expect(balance.payments).toHaveCount(1);
  await expect(balance.payments.first()).toContainText('Paid');
});

test('what is declined or left costs nothing, and what was left can still be paid', async ({
  page,
  pages: { balance },
  newAccount,
  signInAs,
}) => {
  await signInAs(await newAccount());
  await balance.open();
  await balance.otherAmount.fill('4.99');
  await balance.pay.click();
  await expect(page.getByText('Give an amount from €5.00 to €5,000.00')).toBeVisible();

  await balance.suggested('€20.00').click();
  await balance.pay.click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible();
  await page.getByRole('link', { name: 'Top up again' }).click();

  await balance.suggested('€20.00').click();
  await balance.pay.click();
  await page.getByRole('link', { name: 'Leave without paying' }).click();
  await expect(page.getByRole('heading', { name: 'You left before paying' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the balance' }).click();
  await expect(balance.payments).toHaveText([/Not paid yet/, /Declined/]);
  await expect(balance.amount).toContainText('€0.00');
  await balance.payments.first().getByRole('link', { name: 'Continue paying' }).click();
  await page.getByRole('button', { name: 'Pay €20.00' }).click();
  await expect(page.getByRole('heading', { name: '€20.00 credited' })).toBeVisible();
});

test.describe('in French', () => {
  test.use({ locale: 'fr-FR' });
  test('amounts and words are French', async ({ page, newAccount, signInAs }) => {
    await signInAs(await newAccount({ balance: 30 }));
    await page.goto('/client/balance');
    await expect(page.getByRole('heading', { level: 1, name: 'Solde' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Disponible maintenant' })).toContainText(/30,00\s€/);
    const pay = page.getByRole('button', { name: /^Payer 50,00\s€$/ });
    await pay.click();
    // There a button of the same name pays.
    await expect(page).toHaveURL(/\/client\/balance\/sandbox\//);
    await pay.click();
    await expect(page.getByRole('heading', { name: /^50,00\s€ crédités$/ })).toBeVisible();
  });
});
