/**
 * Every procedure, called by those whom its objects do not belong to: a guest, another customer, an API key, and support, who has no more
 * rights in the client area than in any account of his own, unless he looks at one: then he sees what its owner sees, without secrets, and
 * changes nothing. Nobody else learns of or changes what is the owner's. The desk is open to support alone. A new procedure fails the first
 * test until it is described here.
 */
import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '#server/kernel/trpc.ts';
import { HIDDEN_PASSWORD } from '#server/plugins/proxies/rules.ts';
import { appRouter } from '#server/site.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { callerOf, newOwner, newPrincipal, type Owner, rowsOf, withSandbox } from '#tests/harness/owner.ts';
import { newKey } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

interface Described {
  /** Who may call it at all: everybody; a session or a key; a session of support; any session, where nothing else is said. */
  readonly open?: 'to everybody' | 'to keys' | 'to support';
  /** An input that names the owner's objects where it names any. */
  readonly input?: (owner: Owner) => unknown;
  /**
   * What strangers are answered. `their own`: it is about the caller's account, whatever that comes to. `not found`: it names one object.
   * `left out`: it names several, or filters.
   */
  readonly strangers: 'their own' | 'not found' | 'left out';
  /** Why the owner himself is told no more than strangers. */
  readonly owner?: string;
}

const own: Described = { strangers: 'their own' };
const oneProxy: Described = { input: ({ proxyIds }) => ({ proxy_id: proxyIds[0] }), strangers: 'not found' };
const onePayment: Described = { input: ({ paymentId }) => ({ id: paymentId }), strangers: 'not found' };
const oneTask: Described = { input: ({ taskId }) => ({ task_id: taskId }), strangers: 'not found' };
const ofOwn = (input: object): Described => ({ ...own, input: () => input });
/** Of the desk: nobody but support gets as far as its input. */
const ofDesk = (input?: Described['input']): Described => ({
  open: 'to support',
  ...(input ? { input } : {}),
  strangers: 'their own',
});
const PRICES = [{ min_qty: 1, unit_price_cents: 1 }];
const changeOf = (change: object) => (owner: Owner) => ({ account_id: owner.principal.accountId, reason: 'mine now', ...change });
const wrongPassword = 'not the password of anybody';
const chosenProxies = ({ proxyIds }: Owner) => ({ proxy_ids: proxyIds });

const described: Readonly<Record<string, Described>> = {
  'accounts.me': own,
  'accounts.profile': own,
  'accounts.signUp': {
    open: 'to everybody',
    input: () => ({ email: `${randomUUID()}@example.com`, password: 'correct horse battery' }),
    strangers: 'their own',
  },
  'accounts.forgot': { open: 'to everybody', input: () => ({ email: `${randomUUID()}@example.com` }), strangers: 'their own' },
  'accounts.resetPassword': {
    open: 'to everybody',
    input: () => ({ token: 'nobody-has-this-one', password: 'correct horse battery' }),
    strangers: 'their own',
  },
  'accounts.confirmEmail': { open: 'to everybody', input: () => ({ token: 'nobody-has-this-one' }), strangers: 'their own' },
  'accounts.sendConfirmation': own,
  'accounts.setLanguage': ofOwn({ language: 'fr' }),
  'accounts.changePassword': ofOwn({ current: wrongPassword, next: 'correct horse battery' }),
  'accounts.changeEmail': ofOwn({ email: 'somebody-else@example.com', password: wrongPassword }),
  'accounts.cancelEmailChange': own,
  'accounts.sessions': own,
  'accounts.endSession': {
    input: ({ principal }) => ({ id: principal.sessionId }),
    strangers: 'not found',
    owner: 'his sign-in was made without a session in the database',
  },
  'accounts.signOutEverywhere': own,
  'accounts.beginTwoFactor': ofOwn({ password: wrongPassword }),
  'accounts.confirmTwoFactor': ofOwn({ code: '000000' }),
  'accounts.endTwoFactor': ofOwn({ password: wrongPassword, code: '000000' }),
  'accounts.startExport': own,
  'accounts.holds': own,
  'accounts.delete': {
    ...own,
    input: ({ principal }) => ({ typed_email: principal.email, password: wrongPassword, waived: { balance: 0, proxies: 0 } }),
  },
  'billing.balance': { ...own, open: 'to keys' },
  'billing.details': own,
  'billing.setDetails': ofOwn({ legal_name: 'Somebody Ltd', address_lines: '1 High Street', country_code: 'IE', vat_id: '' }),
  'billing.ledger': ofOwn({}),
  'billing.spending': own,
  'billing.lowBalance': own,
  'billing.setLowBalance': ofOwn({ below: 5 }),
  'billing.invoices': { input: ({ invoiceNumber }) => ({ search: invoiceNumber }), strangers: 'left out' },
  'billing.zipInvoices': ofOwn({ month: new Date().toISOString().slice(0, 7) }),
  'billing.invoice': { input: ({ invoiceNumber }) => ({ number: invoiceNumber }), strangers: 'not found' },
  'orders.stock': { ...ofOwn({ qty: 1 }), open: 'to keys' },
  // The owner's key is another's own: his purchase is a new one.
  'orders.buy': {
    open: 'to keys',
    input: ({ orderKey }) => ({ idempotencyKey: orderKey, country: 'fr', qty: 2 }),
    strangers: 'their own',
  },
  'orders.offer': own,
  'orders.headroom': own,
  'orders.recent': own,
  'payments.offer': own,
  'payments.topUp': { ...own, input: () => ({ key: randomUUID(), amount: 20, language: 'en' }) },
  'payments.list': ofOwn({}),
  'payments.one': onePayment,
  'payments.confirm': onePayment,
  'payments.receipt': onePayment,
  'payments.decideInSandbox': { input: ({ paymentId }) => ({ id: paymentId, outcome: 'declined' }), strangers: 'not found' },
  'pricing.list': { ...own, open: 'to everybody' },
  'promotions.enterCode': { input: ({ promoCode }) => ({ code: promoCode }), strangers: 'their own' },
  'promotions.removeCode': own,
  'promotions.wheel': own,
  'promotions.spin': { input: ({ spinDay }) => ({ day: spinDay }), strangers: 'their own' },
  'proxies.available': { ...own, open: 'to everybody' },
  'proxies.latest': own,
  'proxies.list': { input: ({ proxyUsername }) => ({ search: proxyUsername }), strangers: 'left out' },
  'proxies.expiring': own,
  'proxies.ids': { input: ({ proxyUsername }) => ({ search: proxyUsername }), strangers: 'left out' },
  'proxies.credentials': { input: chosenProxies, strangers: 'left out' },
  'proxies.credential': oneProxy,
  'proxies.reset': oneProxy,
  'proxies.resetMany': { input: (owner) => ({ proxies: { ids: owner.proxyIds }, key: newKey() }), strangers: 'left out' },
  'proxies.autoRenew': { input: (owner) => ({ proxies: { ids: owner.proxyIds }, on: true }), strangers: 'left out' },
  'proxies.usage': { input: chosenProxies, strangers: 'left out' },
  'proxies.traffic': oneProxy,
  'proxies.check': oneProxy,
  'records.charge': { input: ({ proxyUsername }) => ({ reference: proxyUsername }), strangers: 'left out' },
  'records.calls': {
    input: ({ orderKey }) => ({ key: orderKey }),
    strangers: 'left out',
    owner: 'he bought in the browser: there is no request of the API',
  },
  'renewals.quote': { input: (owner) => ({ proxies: { ids: owner.proxyIds } }), strangers: 'left out' },
  'renewals.renew': {
    input: (owner) => ({ proxies: { ids: owner.proxyIds }, key: newKey(), total_cents: 1, qty: 2 }),
    strangers: 'their own',
  },
  'resale.list': { input: ({ buyer }) => ({ buyer }), strangers: 'left out' },
  'resale.update': { input: ({ proxyIds }) => ({ proxy_id: proxyIds[0], note: 'mine now' }), strangers: 'not found' },
  'resale.edit': {
    input: ({ proxyIds }) => ({ which: { proxy_ids: proxyIds }, change: { note: 'mine now' } }),
    strangers: 'left out',
  },
  'resale.undo': { input: ({ editId }) => ({ edit_id: editId }), strangers: 'not found' },
  'resale.buyers': { input: ({ buyer }) => ({ search: buyer }), strangers: 'left out' },
  'resale.buyerNames': own,
  'resale.renameBuyer': { input: ({ buyer }) => ({ buyer_name: buyer, new_name: 'Mine' }), strangers: 'not found' },
  'resale.links': { input: ({ buyer }) => ({ buyer }), strangers: 'left out' },
  'resale.createLink': {
    input: ({ buyer }) => ({ buyer_name: buyer, expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
    strangers: 'not found',
  },
  'resale.revokeLink': { input: ({ linkId }) => ({ link_id: linkId }), strangers: 'not found' },
  // Whoever has the link sees what it shows; whoever knows no more than the names of things sees nothing.
  'resale.openLink': {
    open: 'to everybody',
    input: ({ linkId }) => ({ token: linkId }),
    strangers: 'not found',
    owner: 'the id of a link opens nothing, for him neither',
  },
  'resale.linkedProxies': {
    open: 'to everybody',
    input: ({ linkId, proxyIds }) => ({ token: linkId, proxy_ids: proxyIds }),
    strangers: 'not found',
    owner: 'as above',
  },
  'resale.checkLinked': {
    open: 'to everybody',
    input: ({ linkId, proxyIds }) => ({ token: linkId, proxy_id: proxyIds[0] }),
    strangers: 'not found',
    owner: 'as above',
  },
  'reseller.status': own,
  'reseller.generate': own,
  'reseller.revoke': own,
  'support.accounts.find': ofDesk(({ orderId }) => ({ search: String(orderId) })),
  'support.accounts.show': ofDesk(changeOf({})),
  'support.accounts.proposals': ofDesk(),
  'support.accounts.setResellerMode': ofDesk(changeOf({ on: false })),
  'support.accounts.setTier': ofDesk(changeOf({ tier: 'gold' })),
  'support.accounts.setCap': ofDesk(changeOf({ per_day: 1 })),
  'support.accounts.setReview': ofDesk(changeOf({ review: null })),
  'support.accounts.setLocked': ofDesk(changeOf({ locked: true })),
  'support.accounts.signOut': ofDesk(changeOf({})),
  'support.accounts.look': ofDesk(changeOf({})),
  'support.accounts.lookAway': ofDesk(),
  'support.accounts.adjust': ofDesk(changeOf({ amount: 5, note: '', key: newKey() })),
  'support.accounts.decide': ofDesk(() => ({ adjustment_id: 1, decision: 'approve', reason: 'mine' })),
  'support.audit.list': ofDesk(() => ({})),
  'support.overview.sales': ofDesk(),
  'support.overview.stock': ofDesk(),
  'support.overview.failures': ofDesk(),
  'support.overview.suppliers': ofDesk(),
  'support.overview.claims': ofDesk(),
  'support.overview.invariants': ofDesk(),
  'support.overview.verify': ofDesk(),
  'support.settlement.queue': ofDesk(() => ({})),
  'support.settlement.claims': ofDesk(() => ({})),
  'support.settlement.closeClaim': ofDesk(() => ({ claim_id: 1, reason: 'mine now' })),
  'support.settlement.paymentsOnHold': ofDesk(),
  'support.settlement.closePayment': ofDesk(({ paymentId }) => ({ payment_id: paymentId, reason: 'a test' })),
  'support.settlement.order': ofDesk(({ orderId }) => ({ order_id: orderId })),
  'support.settlement.settle': ofDesk(({ orderId }) => ({ order_id: orderId, how: 'refund', reason: 'mine now' })),
  'support.prices.lists': ofDesk(),
  'support.prices.setList': ofDesk(() => ({ country: 'fr', begins_at: null, steps: PRICES, seen: PRICES, reason: 'a test' })),
  'support.prices.cancelList': ofDesk(() => ({ country: 'fr', begins_at: '2030-01-01T00:00:00Z', reason: 'a test' })),
  'support.prices.codes': ofDesk(),
  'support.prices.addCode': ofDesk(() => ({
    code: 'NOBODYS',
    percentage: 10,
    starts_at: null,
    ends_at: null,
    total_uses: 1,
    reason: 'a test',
  })),
  'support.prices.endCode': ofDesk(({ promoCode }) => ({ code: promoCode, reason: 'a test' })),
  'support.prices.wheel': ofDesk(),
  'support.prices.setWheel': ofDesk(() => ({ prizes: [], reason: 'a test' })),
  'support.stock.overview': ofDesk(),
  'support.stock.addresses': ofDesk(() => ({})),
  'support.stock.preview': ofDesk(() => ({ country: 'fr', text: '192.0.2.1' })),
  'support.stock.import': ofDesk(() => ({ country: 'fr', text: '192.0.2.1', reason: 'a test' })),
  'support.stock.retire': ofDesk(() => ({ ids: [1], reason: 'a test' })),
  'support.stock.putBack': ofDesk(() => ({ ids: [1], reason: 'a test' })),
  'support.stock.setRest': ofDesk(() => ({ days: 7, reason: 'a test' })),
  'support.stock.replace': ofDesk(({ proxyIds }) => ({ proxy_id: proxyIds[0], reason: 'a test' })),
  'tasks.list': own,
  'tasks.get': oneTask,
  'tasks.cancel': oneTask,
  'tasks.remove': {
    input: ({ taskId }) => ({ task_ids: [taskId] }),
    strangers: 'left out',
    owner: 'it answers nobody anything',
  },
};

type Procedure = { readonly _def: { readonly type: string } };
const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>;
const names = Object.keys(procedures);

test('every procedure of the site is described here', () => {
  expect(names.filter((name) => !Object.hasOwn(described, name))).toEqual([]);
});

const cases = names.flatMap((name) => (described[name] ? [[name, described[name]] as const] : []));

/** What came of a call: data, or the code of the refusal. What the site did not mean to answer fails the test. */
async function call(principal: Principal | null, name: string, input: unknown): Promise<{ data?: unknown; code?: string }> {
  type Called = { readonly [name: string]: Called } & ((input: unknown) => unknown);
  const caller = callerOf(withSandbox(site()), principal) as unknown as Called;
  try {
    const procedure = name.split('.').reduce((within, part) => within[part] ?? within, caller);
    return { data: await procedure(input) };
  } catch (error) {
    if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return { code: error.code };
    throw error;
  }
}

let owner: Owner;
let customer: Principal;
let support: Principal;
/** The owner as support sees him: his account, and who looks at it. */
let looking: Principal;

beforeAll(async () => {
  owner = await newOwner(site());
  customer = await newPrincipal(site());
  support = await newPrincipal(site(), 'support');
  const { sessionId: _, ...seen } = owner.principal;
  looking = { ...seen, viewer: { ...support, until: new Date(Date.now() + 60_000) } };
});

describe.each(cases)('%s', (name, { open, input, strangers, owner: nothingMore }) => {
  test('a guest gets no further than the door, over HTTP', async () => {
    const url = `http://127.0.0.1:${site().port}/api/trpc/${name}`;
    const body = JSON.stringify(input?.(owner) ?? {});
    const before = await rowsOf(site().services, owner.principal.accountId);
    const answer =
      procedures[name]?._def.type === 'query'
        ? await fetch(`${url}?input=${encodeURIComponent(body)}`)
        : await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    if (open === 'to everybody') expect(answer.status).not.toBe(401);
    else expect(answer.status).toBe(401);
    expectNothingOf(await answer.text());
    expect(await rowsOf(site().services, owner.principal.accountId)).toEqual(before);
  });

  test('an API key opens what REST offers, and no more', async () => {
    const answer = await call({ ...customer, via: 'api_key' }, name, input?.(owner));
    if (open === undefined || open === 'to support') expect(answer).toEqual({ code: 'FORBIDDEN' });
    else expect(answer.code).not.toBe('FORBIDDEN');
    expectNothingOf(JSON.stringify(answer.data));
  });

  test.skipIf(open === 'to support')(
    'support, looking at the account, sees what the owner sees, and changes nothing',
    async () => {
      await clearOfMidnight();
      const before = await rowsOf(site().services, owner.principal.accountId);
      const seen = await call(looking, name, input?.(owner));
      if (procedures[name]?._def.type === 'query') {
        const own = await call(owner.principal, name, input?.(owner));
        if (!ofEverybody.has(name)) expect(JSON.parse(JSON.stringify(seen))).toEqual(withoutSecrets(own));
        for (const secret of [...owner.passwords, owner.linkToken]) expect(JSON.stringify(seen)).not.toContain(secret);
      } else {
        expect(seen).toEqual({ code: 'FORBIDDEN' });
      }
      expect(await rowsOf(site().services, owner.principal.accountId)).toEqual(before);
    },
  );

  test.runIf(open === 'to support')('a customer is refused, and so is a key of support', async () => {
    const before = await rowsOf(site().services, owner.principal.accountId);
    expect(await call(customer, name, input?.(owner))).toEqual({ code: 'FORBIDDEN' });
    expect(await call(owner.principal, name, input?.(owner))).toEqual({ code: 'FORBIDDEN' });
    expect(await call({ ...support, via: 'api_key' }, name, input?.(owner))).toEqual({ code: 'FORBIDDEN' });
    expect(await rowsOf(site().services, owner.principal.accountId)).toEqual(before);
  });

  test.skipIf(open === 'to support').each(['another customer', 'support'])(
    '%s neither sees nor changes what is the owner’s',
    async (who) => {
      const before = await rowsOf(site().services, owner.principal.accountId);
      const answer = await call(who === 'support' ? support : customer, name, input?.(owner));
      if (strangers === 'not found') expect(answer).toEqual({ code: 'NOT_FOUND' });
      if (strangers === 'left out') expect(answer.code).toBeUndefined();
      expectNothingOf(JSON.stringify(answer.data));
      expect(await rowsOf(site().services, owner.principal.accountId)).toEqual(before);
    },
  );

  test.runIf(strangers !== 'their own' && !nothingMore)(
    'the owner himself is answered: the input names what there is',
    async () => {
      const another = await newOwner(site());
      const { code, data } = await call(another.principal, name, input?.(another));
      expect(code).toBeUndefined();
      if (strangers === 'left out') expect(data).not.toEqual((await call(customer, name, input?.(another))).data);
    },
  );
});

/** What moves while others buy. */
const ofEverybody = new Set(['orders.offer', 'orders.stock', 'proxies.available']);

/** An answer to the owner as support is given it: dots for passwords, and no addresses of links. */
function withoutSecrets(answer: unknown): unknown {
  let text = JSON.stringify(answer);
  for (const password of owner.passwords) text = text.replaceAll(password, HIDDEN_PASSWORD);
  return JSON.parse(text, (_, value) => (typeof value === 'string' && value.endsWith(`/b/${owner.linkToken}`) ? null : value));
}

/** No text of the owner's stands in an answer. */
function expectNothingOf(answer: string | undefined): void {
  for (const mark of owner.marks) expect(answer ?? '').not.toContain(mark);
}
