/** The desk's promotions: a promo code from its creation to its end, and the odds of the wheel. */
import { expect, ownSiteTest as test } from './site.ts';

test('a promo code is added, works for a buyer, keeps its name for ever, and ends', async ({
  page,
  pages: { deskPrices, buy },
  newAccount,
  signInAs,
  context,
}) => {
  const support = await newAccount({ role: 'support' });
  await signInAs(support);
  await deskPrices.open();
  const { codes } = deskPrices;
  await codes.add.click();
  await deskPrices.fillCode({ code: 'x', discount: '10', uses: '2' });
  await deskPrices.submit('Add the code');
  await expect(deskPrices.dialog.getByRole('alert')).toHaveText(/has 3 to 32 letters/);
  await deskPrices.fillCode({ code: 'autumn-50', discount: '50', uses: '2' });
  await deskPrices.set('Add the code');
  await expect(codes.line('AUTUMN-50')).toContainText('50 %');
  await expect(codes.line('AUTUMN-50')).toContainText('0 of 2');
  await expect(codes.line('AUTUMN-50')).toContainText('In force');

  await codes.add.click();
  await deskPrices.fillCode({ code: 'Autumn-50', discount: '60', uses: '1' });
  await deskPrices.submit('Add the code');
  await expect(deskPrices.dialog.getByRole('alert')).toHaveText(/There is a code of that name already/);
  await deskPrices.dialog.getByRole('button', { name: 'Cancel' }).click();

  await context.clearCookies();
  const buyer = await newAccount({ balance: 20 });
  await signInAs(buyer);
  await buy.open({ country: 'fr', qty: 1 });
  await buy.promoCode.fill('autumn-50');
  await buy.promoCode.press('Enter');
  await expect(buy.price.getByRole('status').first()).toContainText('AUTUMN-50 takes 50% off this purchase');

  await context.clearCookies();
  await signInAs(support);
  await deskPrices.open();
  await codes.line('AUTUMN-50').getByRole('button', { name: 'End AUTUMN-50' }).click();
  await deskPrices.set('End the code');
  await expect(codes.line('AUTUMN-50')).toContainText('Ended');
  await page.goto('/desk/audit');
  await expect(page.getByText('AUTUMN-50').first()).toBeVisible();

  await context.clearCookies();
  await signInAs(buyer);
  await buy.open({ country: 'fr', qty: 1 });
  await expect(buy.price.getByText('AUTUMN-50 has ended.')).toBeVisible();
});

test('the odds of the wheel are changed after a preview of what a spin gives, and the wheel is closed', async ({
  page,
  pages: { deskPrices },
  newAccount,
  signInAs,
}) => {
  await signInAs(await newAccount({ role: 'support' }));
  await deskPrices.open();
  const { wheel, dialog } = deskPrices;
  await wheel.change.click();
  await expect(dialog.getByText('A spin would give 2.37 % on average.')).toBeVisible();
  while ((await dialog.getByRole('button', { name: /^Remove prize/ }).count()) > 0) {
    await dialog.getByRole('button', { name: 'Remove prize 1', exact: true }).click();
  }
  await expect(dialog.getByText('Without prizes the wheel is closed.')).toBeVisible();
  for (const [nth, [percent, weight]] of [
    ['2', '3'],
    ['10', '1'],
  ].entries()) {
    await dialog.getByRole('button', { name: 'Add a prize' }).click();
    await deskPrices.prize(nth + 1, percent ?? '', weight ?? '');
  }
  // Three times 2 and once 10 of four.
  await expect(dialog.getByText('A spin would give 4 % on average.')).toBeVisible();
  await deskPrices.set('Set the odds');
  await expect(wheel.lines).toHaveText([/^2 %375 %$/, /^10 %125 %$/]);
  await page.reload();
  await expect(wheel.region).toContainText('A spin gives 4 % on average.');
  await expect(wheel.lines).toHaveCount(2);

  await wheel.change.click();
  await deskPrices.prize(2, '2', '1');
  await deskPrices.submit('Set the odds');
  await expect(dialog.getByRole('alert')).toHaveText('A percentage is there twice.');
  for (const nth of [2, 1]) await dialog.getByRole('button', { name: `Remove prize ${nth}`, exact: true }).click();
  await deskPrices.set('Close the wheel');
  await expect(wheel.region).toContainText('The wheel is closed');
});
