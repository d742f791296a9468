/** A purchase with a voucher stands like any other where its resale entries cannot be written (specification section 2). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '#server/operator/verify.ts';
import { addCode } from '#server/plugins/promotions/port.ts';
import { newHolder, ownServices } from '#tests/harness/procedures.ts';

const services = ownServices(10);

test('a purchase with a promo code is delivered, charged once and uses the code up though the resale page refuses it', async () => {
  const { db } = services();
  const run = (sql: string) => db.prisma.$executeRawUnsafe(sql);
  await run(`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$`);
  await run('CREATE TRIGGER refuse_entry BEFORE INSERT ON resale_entries FOR EACH ROW EXECUTE FUNCTION refuse_entry()');
  await addCode(db, { code: 'TWENTY', discountBp: 2_000, startsAt: new Date(0), endsAt: null, totalUses: 1 });
  const holder = await newHolder(services(), 100_00);
  await holder.call.promotions.enterCode({ code: 'TWENTY' });

  const order = { idempotencyKey: randomUUID(), country: 'fr' as const, qty: 1, expected_total: 2.32 };
  expect(await holder.call.orders.buy(order)).toMatchObject({
    outcome: 'created',
    order: { total_debited: 2.32, listed_in_resale: false },
  });
  expect(await holder.balance()).toBe(100_00 - 2_32);
  expect(await db.prisma.promoCode.findUniqueOrThrow({ where: { code: 'TWENTY' } })).toMatchObject({ used: 1 });
  const { violations } = await verify(db, { secrets: services().secrets });
  expect(violations.filter(({ rule }) => rule.startsWith('voucher') || rule.startsWith('promo'))).toEqual([]);
});
