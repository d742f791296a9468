/** The operator's command that credits invoices: what it gives back, says and refuses; the books are in order after each. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { verify } from '#server/operator/verify.ts';
import { deleteAccount } from '#server/plugins/accounts/port/deletion.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import { adjustBalance, balance } from '#server/plugins/billing/port.ts';
import * as orders from '#server/plugins/orders/port.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { createScratchDatabase } from '#tests/harness/cluster.ts';
import { scratchEnv } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { operatorOf } from './command.ts';

let services: Services;
let operator: ReturnType<typeof operatorOf>;

beforeAll(async () => {
  const env = scratchEnv(await createScratchDatabase(inject('maintenanceUrl'), `invoices_${randomUUID()}`));
  services = servicesOf(env);
  operator = operatorOf(env);
  await addAddresses(services.db, 'fr', ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']);
});

afterAll(async () => {
  await services?.db.close();
});

/** An account with one euro left after a purchase of 2.90 euros, and the number of its invoice. */
async function bought() {
  const password = randomUUID();
  const account = await accounts.createAccount(services, { email: `${randomUUID()}@example.com`, password });
  if (!account) throw new Error('a random e-mail address is taken');
  const { id: accountId, email, role } = account;
  await adjustBalance(services.db, accountId, cents(390), 'test');
  const principal = { accountId, email, role, resellerMode: true, via: 'api_key' as const };
  const request = {
    channel: 'api' as const,
    idempotencyKey: randomUUID(),
    country: 'fr' as const,
    qty: 1,
    salePriceCents: cents(0),
  };
  await orders.buy(services, principal, request);
  return { accountId, email, password, number: `R${String(accountId).padStart(6, '0')}-00001` };
}

const credit = (...args: string[]) => operator.json<Record<string, unknown>>('invoice', 'credit', ...args);

it('gives a part back, then the rest, then nothing', async () => {
  const { accountId, number } = await bought();
  expect(await credit(number.toLowerCase(), '--reason', ' Down for a day ', '--amount', '1.00')).toEqual({
    code: 0,
    answer: { ok: true, credit_note: number.replace('-00001', '-00002'), invoice: number, amount: 1, left: 1.9, balance: 2 },
  });
  expect(await credit(number, '--reason', 'Too much', '--amount', '1.91')).toMatchObject({
    code: 1,
    answer: { ok: false, left: 1.9 },
  });
  expect(await balance(services.db, accountId)).toBe(200);
  expect(await credit(number, '--reason', 'The rest')).toMatchObject({ code: 0, answer: { amount: 1.9, left: 0, balance: 3.9 } });
  expect(await credit(number, '--reason', 'Again')).toMatchObject({ code: 1, answer: { left: 0 } });
  const notes = await services.db.prisma.invoice.findMany({ where: { accountId, kind: 'credit_note' }, orderBy: { seq: 'asc' } });
  expect(notes.map(({ reason, grossCents }) => [reason, grossCents])).toEqual([
    ['Down for a day', 100n],
    ['The rest', 190n],
  ]);
  expect(await verify(services.db)).toMatchObject({ ok: true, violations: [] });
});

it('refuses what is no invoice, and a reason or an amount that makes no sense', async () => {
  const { number } = await bought();
  const { answer } = await credit(number, '--reason', 'Down', '--amount', '0.01');
  expect(await credit(String(answer.credit_note), '--reason', 'Down')).toMatchObject({ code: 1, answer: { ok: false } });
  expect(await credit('R999999-00001', '--reason', 'Down')).toMatchObject({ code: 1, answer: { ok: false } });
  expect(await credit(number, '--reason', 'Down', '--amount', '0')).toMatchObject({ code: 1, answer: { left: 2.89 } });
  for (const slip of [
    ['--reason', ' '],
    ['--reason', 'x'.repeat(201)],
    ['--reason', 'two\nlines'],
    ['--reason', 'Down', '--amount', '-1'],
    [],
  ]) {
    expect((await credit(number, ...slip)).code).toBe(2);
  }
});

it('credits nothing to an account that was deleted', async () => {
  const { accountId, email, password, number } = await bought();
  const wish = { password, code: undefined, typedEmail: email, waived: { balance: 100, proxies: 1 } };
  expect(await deleteAccount(services, accountId, wish)).toEqual({ outcome: 'deleted' });
  expect(await credit(number, '--reason', 'Down for a day')).toMatchObject({ code: 1, answer: { ok: false } });
  expect(await balance(services.db, accountId)).toBe(0);
});
