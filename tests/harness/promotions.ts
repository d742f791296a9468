/** Promo codes and prizes of the wheel for tests, and what a session sees and pays with them. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { AccountId } from '#server/kernel/ids.ts';
import { type Offer, offerSchema } from '#server/plugins/orders/schema.ts';
import { addCode } from '#server/plugins/promotions/port.ts';
import { newKey } from './reseller.ts';
import type { ProcedureAnswer, Session } from './session.ts';
import type { Site } from './site.ts';

/** Adds a code of 20 % that holds for an hour and a hundred accounts, but for what is given. @returns its name. */
export async function newCode(
  { services }: Site,
  terms: { percentage?: number; uses?: number; startsAt?: Date; endsAt?: Date } = {},
): Promise<string> {
  const {
    percentage = 20,
    uses = 100,
    startsAt = new Date(Date.now() - 60_000),
    endsAt = new Date(Date.now() + 3_600_000),
  } = terms;
  const code = `TEST-${randomBytes(8).toString('hex').toUpperCase()}`;
  expect(await addCode(services.db, { code, discountBp: percentage * 100, startsAt, endsAt, totalUses: uses })).toBe(true);
  return code;
}

/** Gives an account a prize of a day that is past; 30 % off, good for another day, but for what is given. */
export async function putPrize(
  { services }: Site,
  accountId: AccountId,
  terms: { percentage?: number; daysAgo?: number; expiresAt?: Date } = {},
): Promise<string> {
  const { percentage = 30, daysAgo = 1, expiresAt = new Date(Date.now() + 86_400_000) } = terms;
  const spunAt = new Date(Date.now() - daysAgo * 86_400_000);
  const day = spunAt.toISOString().slice(0, 10);
  const data = { accountId, day: new Date(day), discountBp: percentage * 100, spunAt, expiresAt };
  await services.db.prisma.wheelSpin.create({ data });
  return day;
}

export async function offerOf(session: Session, keep: string[] = []): Promise<Offer> {
  const answer = await session.query('orders.offer', { keep });
  expect(answer.status).toBe(200);
  return offerSchema.parse(answer.data);
}

/** The price of one proxy of France and the discounts considered for it. */
export function franceOf(offer: Offer) {
  const step = offer.countries.find(({ country }) => country === 'fr')?.steps[0];
  if (!step) throw new Error('France is not on offer');
  return step;
}

/** Buys one proxy of France as the page does: at the total that it was shown. Euros. */
export function buyAt(session: Session, total: number, more: object = {}): Promise<ProcedureAnswer> {
  return session.mutate('orders.buy', { idempotencyKey: newKey(), country: 'fr', qty: 1, expected_total: total, ...more });
}
