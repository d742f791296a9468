/** An account's books among its data: all of them for their owner to take along, and what may be erased of them. */
import { formatEuros } from '#server/kernel/money.ts';
import type { AccountData } from '../../accounts/port.ts';
import { billingDetails, forgetBillingDetails } from '../store/details.ts';
import { invoice, invoiceNumbers } from '../store/invoices.ts';
import { ledgerPage } from '../store/ledger.ts';
import { balance, lock } from '../store/money.ts';

const EVERYTHING = { since: null, before: null, kind: null } as const;
/** Entries read at a time. */
const CHUNK = 1_000;

export const booksOfAccount: AccountData = {
  name: 'billing',

  async export({ db }, accountId) {
    const ledger = [];
    for (let beneath: number | null = null; ; ) {
      const entries = await ledgerPage(db, accountId, EVERYTHING, { limit: CHUNK, beneath });
      ledger.push(...entries.map((entry) => ({ ...entry })));
      const last = entries.at(-1);
      if (!last || entries.length < CHUNK) break;
      beneath = last.seq;
    }
    const invoices = [];
    for (const number of await invoiceNumbers(db, accountId, { ...EVERYTHING, search: null })) {
      invoices.push(await invoice(db, accountId, number));
    }
    return {
      balance_eur: formatEuros(await balance(db, accountId)),
      billing_details: await billingDetails(db, accountId),
      ledger,
      invoices,
    };
  },

  /** Ledger and invoices stay, as the law demands of every seller; invoices name the buyer as they were issued. */
  erase: (tx, accountId) => forgetBillingDetails(tx, accountId),

  async holds(tx, accountId) {
    const account = await lock(tx, accountId);
    return account && account.balanceCents > 0 ? { kind: 'balance', amount: account.balanceCents } : null;
  },
};
