/** Accounts at the desk: found by what customers write, seen without secrets, changed with a reason that is written down. */
import { expect, test } from 'vitest';
import { auditOf, newSupporter, refusalOf } from '#tests/harness/desk.ts';
import { callerOf, newOwner } from '#tests/harness/owner.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { newSession, sessionOf, signIn, trySignIn } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const reason = 'asked for in a mail';

test('an account is found by address, order, proxy, invoice and the end of its key', async () => {
  const { desk } = await newSupporter(site());
  const owner = await newOwner(site());
  const { accountId, email } = owner.principal;
  const key = await site().services.db.prisma.apiKey.findUniqueOrThrow({ where: { accountId } });
  const searches = [
    [email, 'e-mail'],
    [email.slice(9, 30).toUpperCase(), 'e-mail'],
    [String(accountId), 'account'],
    [String(owner.orderId), 'order'],
    [owner.proxyIds[1], 'proxy'],
    [owner.proxyUsername, 'proxy'],
    [`localhost:1080:${owner.proxyUsername}:a-password`, 'proxy'],
    [owner.invoiceNumber.toLowerCase(), 'invoice'],
    [key.lastFour, 'key'],
  ] as const;
  for (const [search, by] of searches) {
    const { accounts } = await desk.accounts.find({ search });
    expect(accounts.find((account) => account.account_id === accountId)?.by, search).toContain(by);
  }
  expect((await desk.accounts.find({ search: 'nobody-has-this@example.com' })).accounts).toEqual([]);
});

test('the desk sees how an account stands, and no password, key or hash', async () => {
  const { desk } = await newSupporter(site());
  const buyer = await newReseller(site(), { balance: 50 });
  const order = created(await buyer.buy(newKey(), { country: 'fr', qty: 2 }));
  const seen = await desk.accounts.show({ account_id: buyer.accountId });
  expect(seen.balance).toBe(order.balance);
  expect(seen.orders.newest[0]).toMatchObject({ order_id: order.order_id, qty: 2, status: 'completed' });
  expect(seen.proxies).toEqual({ all: 2, live: 2 });
  expect(seen.ledger.newest[0]).toMatchObject({ kind: 'purchase', amount: -order.total_debited });
  expect(seen.key?.last_four).toBe(buyer.apiKey.slice(-4));
  const text = JSON.stringify(seen);
  for (const proxy of order.proxies) expect(text).not.toContain(proxy.password);
  expect(text).not.toContain(buyer.apiKey);
  expect(await refusalOf(desk.accounts.show({ account_id: 2_000_000_000 }))).toBe('NOT_FOUND');
});

test('every change is written down as it was and as it is, and one that changes nothing is not', async () => {
  const { desk, principal } = await newSupporter(site());
  const { accountId: id } = await newReseller(site());
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const about = { account_id: id, reason };
  await desk.accounts.setCap({ ...about, per_day: 700 });
  await desk.accounts.setCap({ ...about, per_day: null });
  await desk.accounts.setTier({ ...about, tier: 'gold' });
  await desk.accounts.setReview({ ...about, review: { percent: 12.5, until } });
  await desk.accounts.setResellerMode({ ...about, on: false });
  expect(await desk.accounts.setResellerMode({ ...about, on: false })).toEqual({ changed: false });
  expect(await refusalOf(desk.accounts.setTier({ ...about, tier: 'platinum-of-nobody' }))).toBe('BAD_REQUEST');
  expect(await refusalOf(desk.accounts.setCap({ ...about, per_day: 1, reason: 'x' }))).toBe('BAD_REQUEST');
  const audit = await auditOf(site(), { accountId: id });
  expect(audit.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['accounts.set_cap', { own_cap: null }, { own_cap: 700 }],
    ['accounts.set_cap', { own_cap: 700 }, { own_cap: null }],
    ['accounts.set_tier', { tier: null }, { tier: 'gold' }],
    ['accounts.set_review_discount', { review_percent: null, until: null }, { review_percent: 12.5, until }],
    ['accounts.set_reseller_mode', { reseller_mode: true }, { reseller_mode: false }],
  ]);
  expect(new Set(audit.map(({ actorId, reason }) => `${actorId} ${reason}`))).toEqual(
    new Set([`${principal.accountId} ${reason}`]),
  );
  const log = await desk.audit.list({ subject_kind: 'account', subject: String(id) });
  expect(log.entries.map(({ action, actor }) => [action, actor])).toEqual(
    audit.map(({ action }) => [action, principal.email]).toReversed(),
  );
});

test('a raised cap admits the very next order', async () => {
  const { desk } = await newSupporter(site());
  const buyer = await newReseller(site(), { cap: 1 });
  expect((await buyer.buy(newKey(), { country: 'fr', qty: 2 })).body).toMatchObject({ code: 'daily_limit' });
  await desk.accounts.setCap({ account_id: buyer.accountId, per_day: 2, reason });
  created(await buyer.buy(newKey(), { country: 'fr', qty: 2 }));
});

test('a change whose entry cannot be written does not happen', async () => {
  const { principal, desk } = await newSupporter(site());
  const { accountId } = await newReseller(site());
  const { prisma } = site().services.db;
  // An actor that no account has: the foreign key refuses the entry.
  const nobody = callerOf(site().services, { ...principal, accountId: 2_000_000_000 as typeof principal.accountId });
  await expect(nobody.support.accounts.setResellerMode({ account_id: accountId, on: false, reason })).rejects.toThrow();
  expect((await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).resellerMode).toBe(true);
  expect((await desk.accounts.show({ account_id: accountId })).account.reseller_mode).toBe(true);
});

test('the audit is only ever added to', async () => {
  const { desk } = await newSupporter(site());
  const { accountId } = await newReseller(site());
  await desk.accounts.setCap({ account_id: accountId, per_day: 3, reason });
  const { prisma } = site().services.db;
  await expect(prisma.auditEntry.updateMany({ data: { reason: 'another reason' } })).rejects.toThrow('append-only');
  await expect(prisma.auditEntry.deleteMany()).rejects.toThrow('append-only');
});

test('nobody changes his own account', async () => {
  const { desk, principal } = await newSupporter(site());
  const about = { account_id: principal.accountId, reason };
  const changes = [
    () => desk.accounts.setCap({ ...about, per_day: 1_000 }),
    () => desk.accounts.setTier({ ...about, tier: 'gold' }),
    () => desk.accounts.setLocked({ ...about, locked: true }),
    () => desk.accounts.adjust({ ...about, amount: 1, note: '', key: newKey() }),
  ];
  for (const change of changes) expect(await refusalOf(change())).toBe('FORBIDDEN');
});

test('a locked account is out at once: sign-ins, sign-in, key; its proxies go on, and opening it brings all back', async () => {
  const { desk } = await newSupporter(site());
  const reseller = await newReseller(site());
  const order = created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  const session = await sessionOf(site(), reseller);
  const about = { account_id: reseller.accountId, reason };

  expect(await desk.accounts.setLocked({ ...about, locked: true })).toEqual({ changed: true });
  expect((await session.query('accounts.me')).status).toBe(401);
  expect((await trySignIn(site(), session)).refusal).toBe('locked');
  // Who does not know the password does not learn of it.
  expect((await trySignIn(site(), { ...session, password: 'not the password' })).refusal).toBe('CredentialsSignin');
  for (const answer of [await reseller.balance(), await reseller.buy(newKey(), { country: 'fr', qty: 1 })]) {
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 403, code: 'not_reseller' });
  }
  const [proxy] = order.proxies;
  const stored = await site().services.db.prisma.proxy.findUniqueOrThrow({ where: { id: proxy?.proxy_id ?? '' } });
  expect(stored.expiresAt.toISOString()).toBe(proxy?.expires_at);

  await desk.accounts.setLocked({ ...about, locked: false });
  expect((await reseller.balance()).status).toBe(200);
  await signIn(site(), reseller.accountId, session);
});

test('sign-ins that race with a lock get no session that outlives it', async () => {
  const { desk } = await newSupporter(site());
  const session = await newSession(site());
  const about = { account_id: session.accountId, reason };
  const tries = Array.from({ length: 4 }, () => trySignIn(site(), session));
  await Promise.all([...tries, desk.accounts.setLocked({ ...about, locked: true })]);
  expect(await site().services.db.prisma.session.count({ where: { accountId: session.accountId } })).toBe(0);
});

test('signing out everywhere ends every sign-in and says how many there were', async () => {
  const { desk } = await newSupporter(site());
  const here = await newSession(site());
  const there = await signIn(site(), here.accountId, here);
  await desk.accounts.signOut({ account_id: here.accountId, reason });
  expect([(await here.query('accounts.me')).status, (await there.query('accounts.me')).status]).toEqual([401, 401]);
  expect(await auditOf(site(), here)).toMatchObject([
    { action: 'accounts.sign_out', before: { sign_ins: 2 }, after: { sign_ins: 0 } },
  ]);
});
