/** What billing keeps of an account. Ledger and invoices stay when the account goes; the details for further invoices do not. */
import { cents, toEuros } from '#server/kernel/money.ts';
import type { AccountData } from '../../accounts/port.ts';
import { buyer, forgetDetails } from './details.ts';
import { invoice, invoiceNumbers } from './invoices.ts';
import { ledgerInParts } from './ledger.ts';
import { lock, openAccount, recordEntry } from './money.ts';

const EVERYTHING = { since: null, before: null, kind: null };

export const billingData: AccountData = {
  name: 'billing',

  async export({ db }, accountId) {
    const ledger = [];
    for await (const entries of ledgerInParts(db, accountId, EVERYTHING)) {
      ledger.push(
        ...entries.map(({ amount_cents, balance_after_cents, ...entry }) => ({
          ...entry,
          amount: toEuros(amount_cents),
          balance: toEuros(balance_after_cents),
        })),
      );
    }
    const invoices = [];
    for (const number of await invoiceNumbers(db, accountId, { ...EVERYTHING, search: null })) {
      invoices.push(await invoice(db, accountId, number));
    }
    return { details: await buyer(db, accountId), ledger, invoices };
  },

  async holds(tx, accountId) {
    // Without a row there would be nothing to lock, and the first money could arrive while the account goes.
    await openAccount(tx, accountId);
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
