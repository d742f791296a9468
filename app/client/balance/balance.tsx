'use client';
/** The parts of the balance page, each with its own loading and error state. */
import { listPath } from '#app/_lists/address.ts';
import type { LedgerFilterInput } from '#server/plugins/billing/schema.ts';
import classes from './balance.module.css';
import { BalancePanel } from './balance-panel.tsx';
import { Ledger } from './ledger.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { TopUpPanel } from './top-up-panel.tsx';

interface Props {
  account: { account_id: number; email: string };
  offer: { provider: 'stripe' | 'sandbox' | 'none'; min: number; max: number };
  filter: LedgerFilterInput;
  page: number;
  paymentsPage: number;
}

export function Balance({ account, offer, filter, page, paymentsPage }: Props) {
  const { provider, min, max } = offer;
  const paymentsAddress = (other: number) =>
    listPath('/client/balance', { ...filter, ...(other > 1 ? { payments: String(other) } : {}) }, page);
  return (
    <>
      {provider === 'none' ? (
        <BalancePanel account={account} bySupport />
      ) : (
        <div className={classes.columns}>
          <BalancePanel account={account} bySupport={false} />
          <TopUpPanel offer={{ provider, min, max }} />
        </div>
      )}
      <PaymentsPanel page={paymentsPage} address={paymentsAddress} />
      <Ledger filter={filter} page={page} />
    </>
  );
}
