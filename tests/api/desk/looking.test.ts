/** Support looks at an account as its owner sees it: for a reason, for half an hour, in one browser; without secrets, changes or traces. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PAGE_ACCOUNT_HEADER } from '#app/_procedures/page-account.ts';
import { HIDDEN_PASSWORD } from '#server/plugins/proxies/rules.ts';
import { navigation } from '#server/site.ts';
import { auditOf } from '#tests/harness/desk.ts';
import { newOwner, newPrincipal, rowsOf } from '#tests/harness/owner.ts';
import { type Session, sessionOf, signIn } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const prisma = () => site().services.db.prisma;
const reason = 'says that a top-up is missing';

/** Somebody of support, signed in. */
const newStaff = async () => sessionOf(site(), await newPrincipal(site(), 'support'));

/** The account whose client area a session sees; undefined where it sees none. */
async function seenBy(session: Session): Promise<unknown> {
  const { data } = await session.query('accounts.me');
  return (data as { account_id: number } | undefined)?.account_id;
}

/** A customer, and somebody of support who looks at him. */
async function looking() {
  const [owner, staff] = await Promise.all([newOwner(site()), newStaff()]);
  const { accountId } = owner.principal;
  expect(await staff.mutate('support.accounts.look', { account_id: accountId, reason })).toMatchObject({ status: 200 });
  expect(await seenBy(staff)).toBe(accountId);
  return { owner, staff, accountId };
}

const sessionRow = (staff: Session) => prisma().session.findFirstOrThrow({ where: { accountId: staff.accountId } });

test('the client area is the customer’s, the desk stays one’s own, and going back ends it', async () => {
  const { owner, staff, accountId } = await looking();
  const list = await staff.query('proxies.list', {});
  expect((list.data as { records: { proxy_id: string }[] }).records.map((row) => row.proxy_id).toSorted()).toEqual(
    owner.proxyIds.toSorted(),
  );
  const credential = await staff.query('proxies.credential', { proxy_id: owner.proxyIds[0] });
  expect(credential.data).toMatchObject({ username: owner.proxyUsername, password: HIDDEN_PASSWORD });
  expect(await staff.mutate('billing.setLowBalance', { below: 5 })).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
    message: 'You are looking at the account of a customer: nothing can be changed.',
  });

  expect(await staff.query('support.accounts.show', { account_id: accountId })).toMatchObject({ status: 200 });
  const change = { account_id: accountId, reason, per_day: 700 };
  expect(await staff.mutate('support.accounts.setCap', change)).toMatchObject({ data: { changed: true } });
  const [viewed, capped] = await auditOf(site(), { accountId });
  const until = (await sessionRow(staff)).looksUntil;
  expect(viewed).toMatchObject({
    actorId: staff.accountId,
    action: 'accounts.look',
    reason,
    before: { viewed_until: null },
    after: { viewed_until: until?.toISOString() },
  });
  expect(until?.getTime()).toBeGreaterThan(Date.now() + 29 * 60_000);
  expect(until?.getTime()).toBeLessThanOrEqual(Date.now() + 30 * 60_000);
  expect(capped).toMatchObject({ actorId: staff.accountId, action: 'accounts.set_cap' });

  expect(await staff.mutate('support.accounts.lookAway')).toMatchObject({ status: 200 });
  expect(await seenBy(staff)).toBe(staff.accountId);
  expect(await sessionRow(staff)).toMatchObject({ looksAtId: null, looksUntil: null });
});

test('every tab and every file shows the customer’s data, no password and no token, and leaves no trace', async () => {
  const { owner, staff, accountId } = await looking();
  const task = { kind: 'accounts.export', input: {}, status: 'finished', finishedAt: new Date(), total: 1, done: 1 } as const;
  const { id: taskId } = await prisma().task.create({ data: { accountId, ...task } });
  await prisma().taskFile.create({
    data: { taskId, writer: randomUUID(), name: 'account.zip', type: 'application/zip', bytes: 3 },
  });
  const before = await rowsOf(site().services, accountId);
  const tabs = navigation.filter(({ only }) => only === undefined).map(({ href }) => href);
  for (const path of [
    ...tabs,
    '/client/resale/buyers',
    '/client/resale/links',
    `/client/invoices/${owner.invoiceNumber}`,
    `/client/balance/payments/${owner.paymentId}`,
    `/client/balance/payments/${owner.paymentId}/receipt`,
    `/client/invoices/${owner.invoiceNumber}/invoice.pdf`,
    `/client/invoices/${owner.invoiceNumber}/invoice.xml`,
    '/client/balance/ledger.csv',
    '/client/resale/book.csv',
    '/client/reseller/limits',
    '/client/reseller/requests/csv',
    '/client/reseller/requests/json',
  ]) {
    const answer = await staff.get(path);
    expect(answer.status, path).toBe(200);
    const text = await answer.text();
    for (const secret of [...owner.passwords, owner.linkToken]) expect(text, path).not.toContain(secret);
    if (path.endsWith('.csv')) expect(text, path).toContain(path.includes('ledger') ? owner.invoiceNumber : owner.proxyUsername);
  }
  expect((await staff.get(`/client/tasks/${taskId}/file`)).status).toBe(403);
  const { data } = await staff.query('tasks.list');
  expect(data).toContainEqual(expect.objectContaining({ task_id: taskId, file: null }));
  expect((await staff.get(`/b/${owner.linkToken}`)).status).toBe(404);
  expect(await rowsOf(site().services, accountId)).toEqual(before);
});

test('a purchase on a page of one account never happens to another', async () => {
  const { owner, staff, accountId } = await looking();
  const order = { country: 'fr', qty: 1 };
  const page = { [PAGE_ACCOUNT_HEADER]: String(accountId) };
  const buy = () => staff.mutate('orders.buy', { ...order, idempotencyKey: randomUUID() }, page);
  expect(await buy()).toMatchObject({ code: 'FORBIDDEN' });
  await prisma().session.updateMany({ where: { looksAtId: accountId }, data: { looksUntil: new Date() } });
  expect(await buy()).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' });
  const own = { [PAGE_ACCOUNT_HEADER]: String(staff.accountId) };
  expect(await staff.mutate('billing.setLowBalance', { below: 5 }, own)).toMatchObject({ status: 200 });
  expect(await prisma().order.count({ where: { accountId: { in: [staff.accountId, owner.principal.accountId] } } })).toBe(1);
});

test('nobody looks at his own account, at support, at nobody, without a reason, or without the role', async () => {
  const [owner, staff, other] = await Promise.all([newOwner(site()), newStaff(), newPrincipal(site(), 'support')]);
  const look = (session: Session, accountId: number, why = reason) =>
    session.mutate('support.accounts.look', { account_id: accountId, reason: why });
  const { accountId } = owner.principal;
  expect(await look(staff, staff.accountId)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await look(staff, other.accountId)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await look(staff, 2_000_000_000)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await look(staff, accountId, ' x ')).toMatchObject({ code: 'BAD_REQUEST' });
  const customer = await sessionOf(site(), await newPrincipal(site()));
  expect(await look(customer, accountId)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await auditOf(site(), { accountId })).toEqual([]);
  for (const session of [staff, customer]) expect(await seenBy(session)).toBe(session.accountId);
});

test('it is of one browser, turns to the next account, and is prolonged by a new reason', async () => {
  const { staff, accountId } = await looking();
  const elsewhere = await signIn(site(), staff.accountId, staff, 'another browser');
  expect(await seenBy(elsewhere)).toBe(staff.accountId);
  const first = await prisma().session.findFirstOrThrow({ where: { looksAtId: accountId } });
  await staff.mutate('support.accounts.look', { account_id: accountId, reason });
  const [, again] = await auditOf(site(), { accountId });
  expect(again?.before).toEqual({ viewed_until: first.looksUntil?.toISOString() });
  const next = await newPrincipal(site());
  await staff.mutate('support.accounts.look', { account_id: next.accountId, reason });
  expect(await seenBy(staff)).toBe(next.accountId);
});

test('it ends with its half hour', async () => {
  const { staff, accountId } = await looking();
  await prisma().session.updateMany({ where: { looksAtId: accountId }, data: { looksUntil: new Date() } });
  expect(await seenBy(staff)).toBe(staff.accountId);
});

test('it ends with the sign-in, however that ends', async () => {
  const [one, two, three] = [await looking(), await looking(), await looking()];
  const colleague = await newStaff();
  const about = (session: Session) => ({ account_id: session.accountId, reason });
  await colleague.mutate('support.accounts.signOut', about(one.staff));
  await colleague.mutate('support.accounts.setLocked', { ...about(two.staff), locked: true });
  await prisma().session.updateMany({ where: { looksAtId: three.accountId }, data: { createdAt: new Date(0) } });
  for (const { staff } of [one, two, three]) expect(await staff.query('accounts.me')).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await seenBy(await signIn(site(), one.staff.accountId, one.staff))).toBe(one.staff.accountId);
});

test('it ends with the role of who looks, and where the customer leaves or joins support', async () => {
  const [demoted, left, joined] = [await looking(), await looking(), await looking()];
  await prisma().account.update({ where: { id: demoted.staff.accountId }, data: { role: 'customer' } });
  const deleted = { deletedAt: new Date(), passwordHash: '', resellerMode: false };
  const email = `deleted-${left.accountId}@account.invalid`;
  await prisma().account.update({ where: { id: left.accountId }, data: { ...deleted, email } });
  await prisma().account.update({ where: { id: joined.accountId }, data: { role: 'support' } });
  for (const { staff } of [demoted, left, joined]) expect(await seenBy(staff)).toBe(staff.accountId);
  expect(await demoted.staff.query('support.accounts.proposals')).toMatchObject({ code: 'FORBIDDEN' });
});

test('a locked account can still be looked at', async () => {
  const { staff, accountId } = await looking();
  await staff.mutate('support.accounts.setLocked', { account_id: accountId, reason, locked: true });
  expect(await seenBy(staff)).toBe(accountId);
});

test('the database keeps whom a session looks at together with until when, and from looking at itself', async () => {
  const staff = await newStaff();
  const { id } = await sessionRow(staff);
  const put = (data: { looksAtId?: number; looksUntil?: Date }) => prisma().session.update({ where: { id }, data });
  await expect(put({ looksAtId: 1 })).rejects.toThrow('sessions_looking');
  await expect(put({ looksUntil: new Date() })).rejects.toThrow('sessions_looking');
  await expect(put({ looksAtId: staff.accountId, looksUntil: new Date() })).rejects.toThrow('sessions_looks_at_another');
  await expect(put({ looksAtId: 2_000_000_000, looksUntil: new Date() })).rejects.toThrow();
});
