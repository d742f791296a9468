'use client';
/** The newest orders of the account and what moved its balance last, read only; all else its owner sees, support sees as he does. */
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import classes from '../../desk.module.css';
import { OrderStatus } from '../../order-status.tsx';
import type { AccountView } from './view.ts';

type Props = { view: AccountView };

/** A panel that says how many there are in all, and what it says while there is none. */
function Newest({
  id,
  title,
  total,
  shown,
  children,
}: {
  id: string;
  title: string;
  total: number;
  shown: number;
  children: ReactNode;
}) {
  const format = useFormatter();
  const description = total > shown ? `The newest ${shown} of ${format.number(total)}.` : undefined;
  return (
    <Panel id={id} title={title} description={description}>
      {total === 0 ? (
        <PanelBody>
          <p className={classes.quiet}>None yet.</p>
        </PanelBody>
      ) : (
        children
      )}
    </Panel>
  );
}

export function Orders({ view: { orders } }: Props) {
  const country = useTranslations('countries');
  const columns = [
    { label: 'Order' },
    { label: 'When' },
    { label: 'Country' },
    { label: 'State' },
    { label: 'By' },
    { label: 'Proxies', numeric: true },
    { label: 'Debited', numeric: true },
  ];
  return (
    <Newest id="orders" title="Orders" total={orders.total} shown={orders.newest.length}>
      <Table caption="Newest orders" columns={columns}>
        {orders.newest.map((order) => (
          <Row key={order.order_id}>
            <Cell label="Order" inCard="third">
              <Link href={`/desk/settlement/${order.order_id}`} prefetch={false}>
                {order.order_id}
              </Link>
            </Cell>
            <Cell label="When" inCard="third">
              <Moment at={order.created_at} />
            </Cell>
            <Cell label="Country" inCard="third">
              {country(order.country)}
            </Cell>
            <Cell label="State" inCard="third">
              <OrderStatus status={order.status} />
            </Cell>
            <Cell label="By" inCard="third">
              {order.channel === 'api' ? 'API' : 'Site'}
            </Cell>
            <Cell label="Proxies" numeric inCard="third">
              {order.qty}
            </Cell>
            <Cell label="Debited" numeric inCard="third">
              <Money euros={order.total} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Newest>
  );
}

export function Ledger({ view: { ledger } }: Props) {
  const t = useTranslations('balance');
  const columns = [
    { label: 'When' },
    { label: 'What' },
    { label: 'Amount', numeric: true },
    { label: 'Balance after', numeric: true },
  ];
  return (
    <Newest id="ledger" title="Ledger" total={ledger.total} shown={ledger.newest.length}>
      <Table caption="Newest entries of the ledger" columns={columns}>
        {ledger.newest.map((entry) => (
          <Row key={entry.seq}>
            <Cell label="When">
              <Moment at={entry.created_at} />
            </Cell>
            <Cell label="What" inCard="lead">
              <span className={classes.stack}>
                <span>
                  {entry.order_id === null ? t(`kinds.${entry.kind}`) : `${t(`kinds.${entry.kind}`)}, order ${entry.order_id}`}
                </span>
                {(entry.note ?? entry.invoice_number) && (
                  <span className={classes.quiet}>{entry.note ?? entry.invoice_number}</span>
                )}
              </span>
            </Cell>
            <Cell label="Amount" numeric>
              <Money euros={entry.amount} signed />
            </Cell>
            <Cell label="Balance after" numeric>
              <Money euros={entry.balance} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Newest>
  );
}
