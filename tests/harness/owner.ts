/** An account that has one of everything that procedures can name, and what of it nobody else may see or change. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { hashRandomPassword } from '#server/plugins/accounts/port.ts';
import { networkThrottle } from '#server/rest/rate-limit/network-throttle.ts';
import { createCaller } from '#server/site.ts';
import { clearOfMidnight } from './midnight.ts';
import { newCode } from './promotions.ts';
import { newReseller } from './reseller.ts';
import type { Site } from './site.ts';

/** Procedures called in the name of an account; null for a guest. */
export function callerOf(services: Services, principal: Principal | null) {
  const clientAddress = `caller-${principal?.accountId}`;
  const secondsToWait = networkThrottle(services, clientAddress);
  return createCaller({ services, principal, requestId: randomUUID(), clientAddress, secondsToWait });
}

/** The services of a site where top-ups are paid in the sandbox. */
export function withSandbox({ services }: Site): Services {
  return { ...services, env: { ...services.env, PAYMENTS: 'sandbox' } };
}

/** Opens an account with a key and 100 euros. */
export async function newPrincipal(site: Site, role: Principal['role'] = 'customer'): Promise<Principal> {
  const { accountId, email } = await newReseller(site);
  const passwordHash = await hashRandomPassword(randomUUID());
  await site.services.db.prisma.account.update({ where: { id: accountId }, data: { role, passwordHash } });
  return { accountId, email, role, resellerMode: true, via: 'session', sessionId: randomUUID() };
}

/** What the inputs of procedures name. */
export interface Owner {
  readonly principal: Principal;
  readonly orderKey: string;
  readonly orderId: number;
  readonly proxyIds: [string, string];
  readonly proxyUsername: string;
  readonly passwords: readonly string[];
  readonly invoiceNumber: string;
  readonly buyer: string;
  readonly editId: string;
  readonly linkId: string;
  readonly linkToken: string;
  readonly promoCode: string;
  readonly spinDay: string;
  readonly paymentId: string;
  readonly taskId: number;
  /** Texts that stand in nobody else's answers. */
  readonly marks: readonly string[];
}

/** Opens an account, and has it do everything once. */
export async function newOwner(site: Site): Promise<Owner> {
  const services = withSandbox(site);
  const principal = await newPrincipal(site);
  const { accountId, email } = principal;
  const caller = callerOf(services, principal);

  const orderKey = `owner-${randomUUID()}`;
  const { order } = await caller.orders.buy({ idempotencyKey: orderKey, country: 'fr', qty: 2 });
  const [first, second] = order.proxies;
  if (!first || !second) throw new Error('two proxies were ordered');
  const proxyIds: Owner['proxyIds'] = [first.proxy_id, second.proxy_id];
  const invoice = await services.db.prisma.invoice.findFirstOrThrow({ where: { accountId } });

  const buyer = `Buyer ${randomUUID()}`;
  const edit = await caller.resale.edit({ which: { proxy_ids: proxyIds }, change: { buyer_name: buyer, sale_price: 7.77 } });
  const link = await caller.resale.createLink({ buyer_name: buyer, expires_at: new Date(Date.now() + 86_400_000).toISOString() });

  await clearOfMidnight();
  const promoCode = await newCode(site);
  await caller.promotions.enterCode({ code: promoCode });
  const { day: spinDay } = await caller.promotions.wheel();
  await caller.promotions.spin({ day: spinDay });

  const { payment_id: paymentId } = await caller.payments.topUp({ key: randomUUID(), amount: 20, language: 'en' });
  await caller.payments.decideInSandbox({ id: paymentId, outcome: 'paid' });

  const mark = randomBytes(8).toString('hex');
  const finished = { status: 'finished', finishedAt: new Date(), result: { file: mark }, total: 1, done: 1 } as const;
  const task = await services.db.prisma.task.create({ data: { accountId, kind: 'test.done', input: { mark }, ...finished } });

  return {
    principal,
    orderKey,
    orderId: order.order_id,
    proxyIds,
    proxyUsername: first.username,
    passwords: [first.password, second.password],
    invoiceNumber: invoice.number,
    buyer,
    editId: edit.edit_id ?? '',
    linkId: link.link_id,
    linkToken: link.url?.split(/[/#]/).at(-1) ?? '',
    promoCode,
    spinDay,
    paymentId,
    taskId: task.id,
    marks: [
      email,
      orderKey,
      ...proxyIds,
      first.username,
      second.username,
      first.password,
      second.password,
      invoice.number,
      buyer,
      paymentId,
      mark,
    ],
  };
}

/** Every row of the database that belongs to an account, whichever tables there are. */
export async function rowsOf({ db }: Services, accountId: AccountId): Promise<Record<string, string[]>> {
  const tables = await db.prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND column_name = 'account_id' AND table_type = 'BASE TABLE'`;
  const found: Record<string, string[]> = {};
  for (const { name } of [...tables, { name: 'accounts' }]) {
    const column = name === 'accounts' ? 'id' : 'account_id';
    const rows = await db.prisma.$queryRawUnsafe<{ row: string }[]>(
      `SELECT to_jsonb("${name}")::text AS row FROM "${name}" WHERE "${column}" = $1 ORDER BY 1`,
      accountId,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}
