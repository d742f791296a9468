/** What billing keeps of an account. Ledger and invoices stay when the account goes; the details for further invoices do not. */
import { cents, toEuros } from '#server/kernel/money.ts';
import type { AccountData } from '../../accounts/port.ts';
import { forgetDetails } from './details.ts';
import { invoicePage } from './invoices.ts';
import { ledgerPage } from './ledger.ts';
import { buyer, lock, recordEntry } from './money.ts';

const ALL = { since: null, before: null };
/** More rows than any account has. */
const EVERYTHING = { limit: 10_000_000, offset: 0 };

export const billingData: AccountData = {
  name: 'billing',

  async export({ db }, accountId) {
    const [details, entries, invoices] = await Promise.all([
      buyer(db, accountId),
      ledgerPage(db, accountId, { kind: null, ...ALL }, EVERYTHING),
      invoicePage(db, accountId, { search: null, kind: null, ...ALL }, EVERYTHING),
    ]);
    return {
      details,
      ledger: entries.map(({ amount_cents, balance_after_cents, ...entry }) => ({
        ...entry,
        amount: toEuros(amount_cents),
        balance: toEuros(balance_after_cents),
      })),
      invoices,
    };
  },

  async holds(tx, accountId) {
    const account = await lock(tx, accountId);
    if (!account || account.balanceCents === 0) return null;
    return account.balanceCents > 0
      ? { kind: 'balance', amount: account.balanceCents }
      : { kind: 'debt', amount: -account.balanceCents };
  },

  async erase(tx, accountId) {
    const account = await lock(tx, accountId);
    if (!account) return;
    const { balanceCents } = account;
    const note = 'Waived when the account was deleted';
    if (balanceCents > 0) await recordEntry(tx, account, { kind: 'debit', amount: cents(-balanceCents), note });
    await forgetDetails(tx, accountId);
  },
};
