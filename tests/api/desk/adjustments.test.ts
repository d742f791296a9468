/** Credits and debits by support: once, written down, and above 100 euros by two people. */
import { expect, test } from 'vitest';
import { eraseAccount } from '#server/plugins/accounts/store/accounts.ts';
import { auditOf, newSupporter, refusalOf } from '#tests/harness/desk.ts';
import { callerOf } from '#tests/harness/owner.ts';
import { newKey, newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const reason = 'goodwill, as agreed by mail';
const asked = (account_id: number, amount: number) => ({ account_id, amount, note: 'Goodwill', reason, key: newKey() });

test('up to 100 euros one person moves, and the customer reads the note in his ledger', async () => {
  const { desk } = await newSupporter(site());
  const customer = await newReseller(site(), { balance: 10 });
  expect(await desk.accounts.adjust(asked(customer.accountId, 100))).toMatchObject({ outcome: 'moved' });
  expect(await customer.money()).toBe(110);
  const [entry] = (await desk.accounts.show({ account_id: customer.accountId })).ledger.newest;
  expect(entry).toMatchObject({ kind: 'credit', amount: 100, balance: 110, note: 'Goodwill' });
  expect(await auditOf(site(), customer)).toMatchObject([
    { action: 'accounts.adjust', before: { balance_cents: 1_000 }, after: { balance_cents: 11_000, amount_cents: 10_000 } },
  ]);
});

test('an account that never had money gets its books', async () => {
  const { desk } = await newSupporter(site());
  const { accountId } = await newReseller(site(), { balance: 0 });
  await site().services.db.prisma.billingAccount.deleteMany({ where: { accountId } });
  await desk.accounts.adjust(asked(accountId, 5));
  expect((await desk.accounts.show({ account_id: accountId })).balance).toBe(5);
  expect(await refusalOf(desk.accounts.adjust(asked(2_000_000_000, 5)))).toBe('NOT_FOUND');
});

test('the same request moves once, also when it is sent several times at once', async () => {
  const { desk } = await newSupporter(site());
  const customer = await newReseller(site(), { balance: 0 });
  const request = asked(customer.accountId, 20);
  const answers = await Promise.all(Array.from({ length: 5 }, () => desk.accounts.adjust(request)));
  expect(new Set(answers.map(({ adjustment_id }) => adjustment_id)).size).toBe(1);
  expect(await customer.money()).toBe(20);
  expect(await refusalOf(desk.accounts.adjust({ ...request, amount: 30 }))).toBe('CONFLICT');
});

test('parts of a larger sum do not slip under the threshold, one after the other or at once', async () => {
  const { desk } = await newSupporter(site());
  const customer = await newReseller(site(), { balance: 0 });
  const answers = await Promise.all(Array.from({ length: 4 }, () => desk.accounts.adjust(asked(customer.accountId, 40))));
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['moved', 'moved', 'proposed', 'proposed']);
  expect(await customer.money()).toBe(80);
  expect((await desk.accounts.show({ account_id: customer.accountId })).alone_left).toBe(20);
  // What is taken counts like what is given.
  expect(await desk.accounts.adjust(asked(customer.accountId, -30))).toMatchObject({ outcome: 'proposed' });
});

test('above 100 euros it takes another person, and moves once however many approve', async () => {
  const proposer = await newSupporter(site());
  const others = await Promise.all([newSupporter(site()), newSupporter(site())]);
  const customer = await newReseller(site(), { balance: 0 });
  const { outcome, adjustment_id } = await proposer.desk.accounts.adjust(asked(customer.accountId, 250));
  expect(outcome).toBe('proposed');
  expect(await customer.money()).toBe(0);

  const approval = { adjustment_id, decision: 'approve', reason } as const;
  expect(await refusalOf(proposer.desk.accounts.decide(approval))).toBe('FORBIDDEN');
  const answers = await Promise.all(
    others.flatMap(({ desk }) => [desk.accounts.decide(approval), desk.accounts.decide(approval)]),
  );
  expect(answers.filter(({ outcome }) => outcome === 'decided')).toHaveLength(1);
  expect(await customer.money()).toBe(250);
  expect((await auditOf(site(), customer)).map(({ action }) => action)).toEqual([
    'accounts.propose_adjustment',
    'accounts.approve_adjustment',
  ]);
  expect((await proposer.desk.accounts.proposals()).some((open) => open.adjustment_id === adjustment_id)).toBe(false);
});

test('an approval and a withdrawal at once: one of them counts', async () => {
  const proposer = await newSupporter(site());
  const other = await newSupporter(site());
  const customer = await newReseller(site(), { balance: 0 });
  for (let round = 0; round < 5; round += 1) {
    const before = await customer.money();
    const { adjustment_id } = await proposer.desk.accounts.adjust(asked(customer.accountId, 150));
    const [approved, withdrawn] = await Promise.all([
      other.desk.accounts.decide({ adjustment_id, decision: 'approve', reason }),
      proposer.desk.accounts.decide({ adjustment_id, decision: 'withdraw', reason }),
    ]);
    expect([approved.outcome, withdrawn.outcome].sort()).toEqual(['decided', 'decided_before']);
    expect(await customer.money()).toBe(before + (approved.outcome === 'decided' ? 150 : 0));
  }
});

test('a declined one moves nothing; the account’s own holder neither proposes nor approves', async () => {
  const proposer = await newSupporter(site());
  const other = await newSupporter(site());
  const { adjustment_id } = await proposer.desk.accounts.adjust(asked(other.principal.accountId, 150));
  expect(await refusalOf(other.desk.accounts.decide({ adjustment_id, decision: 'approve', reason }))).toBe('FORBIDDEN');
  const third = await newSupporter(site());
  expect(await third.desk.accounts.decide({ adjustment_id, decision: 'decline', reason })).toEqual({ outcome: 'decided' });
  expect((await third.desk.accounts.show({ account_id: other.principal.accountId })).balance).toBe(100);
});

test('what was proposed for an account that was deleted meanwhile can be put aside, and not approved', async () => {
  const proposer = await newSupporter(site());
  const other = await newSupporter(site());
  const { accountId } = await newReseller(site());
  const { adjustment_id } = await proposer.desk.accounts.adjust(asked(accountId, 150));
  await site().services.db.transaction((tx) => eraseAccount(tx, accountId));
  expect(await refusalOf(other.desk.accounts.decide({ adjustment_id, decision: 'approve', reason }))).toBe('NOT_FOUND');
  expect(await other.desk.accounts.decide({ adjustment_id, decision: 'decline', reason })).toEqual({ outcome: 'decided' });
});

test('a debit beyond the balance is refused, alone and when it is approved, and the proposal waits on', async () => {
  const proposer = await newSupporter(site());
  const other = await newSupporter(site());
  const customer = await newReseller(site(), { balance: 50 });
  expect(await refusalOf(proposer.desk.accounts.adjust(asked(customer.accountId, -60)))).toBe('PAYMENT_REQUIRED');
  const { adjustment_id } = await proposer.desk.accounts.adjust(asked(customer.accountId, -160));
  expect(await refusalOf(other.desk.accounts.decide({ adjustment_id, decision: 'approve', reason }))).toBe('PAYMENT_REQUIRED');
  expect(await customer.money()).toBe(50);
  expect((await other.desk.accounts.proposals()).some((open) => open.adjustment_id === adjustment_id)).toBe(true);
});

test('the database itself refuses a second person who is the first, and a sum too large for one', async () => {
  const { principal, desk } = await newSupporter(site());
  const { accountId } = await newReseller(site());
  const { adjustment_id: id } = await desk.accounts.adjust(asked(accountId, 300));
  const { prisma } = site().services.db;
  const approved = { state: 'approved', decidedBy: principal.accountId, decidedAt: new Date(), ledgerSeq: 1 } as const;
  await expect(prisma.adjustment.update({ where: { id }, data: approved })).rejects.toThrow('adjustments_two_people');
  await expect(prisma.adjustment.update({ where: { id }, data: { state: 'alone', ledgerSeq: 1 } })).rejects.toThrow(
    'adjustments_two_people',
  );
});

test('nobody but support moves anything', async () => {
  const customer = await newReseller(site());
  const principal = { ...customer, role: 'customer', resellerMode: true, via: 'session' } as const;
  expect(await refusalOf(callerOf(site().services, principal).support.accounts.adjust(asked(customer.accountId, 5)))).toBe(
    'FORBIDDEN',
  );
});
