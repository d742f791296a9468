/** A renewal that was credited: the books stay in order, and what is checked of them says so. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { verify } from '#server/operator/verify.ts';
import { creditInvoice, lock } from '#server/plugins/billing/port.ts';
import { newHolder, ownServices } from '#tests/harness/procedures.ts';

const services = ownServices(10);

test('a credit note on a renewal gives its money back, in parts, and verify finds nothing wrong', async () => {
  const holder = await newHolder(services(), 100_00);
  const { accountId } = holder.principal;
  const proxies = { ids: await holder.buy('fr', 2) };
  const { total_cents, qty } = await holder.call.renewals.quote({ proxies });
  const renewed = await holder.call.renewals.renew({ proxies, key: randomUUID(), total_cents, qty });
  const number = ('invoice_number' in renewed ? renewed.invoice_number : null) ?? '';
  const before = await holder.balance();
  for (const amountCents of [cents(100), null]) {
    const credited = await services().db.transaction(async (tx) => {
      const account = await lock(tx, accountId);
      if (!account) throw new Error('the account has no books');
      return creditInvoice(tx, account, { number, amountCents, reason: 'Out of service' });
    });
    expect(credited).toMatchObject({ outcome: 'credited' });
  }
  expect(await holder.balance()).toBe(before + total_cents);
  expect(await verify(services().db, { secrets: services().secrets })).toMatchObject({ ok: true, violations: [] });
});
