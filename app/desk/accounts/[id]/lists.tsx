'use client';
/** The newest of what the account has, read only: orders, ledger, invoices, proxies without passwords. */
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
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

export function Invoices({ view: { invoices } }: Props) {
  return (
    <Newest id="invoices" title="Invoices" total={invoices.total} shown={invoices.newest.length}>
      <Table caption="Newest invoices" columns={[{ label: 'Number' }, { label: 'Issued' }, { label: 'Amount', numeric: true }]}>
        {invoices.newest.map((invoice) => (
          <Row key={invoice.number}>
            <Cell label="Number" inCard="lead">
              <span className={classes.stack}>
                {invoice.number}
                {invoice.kind === 'credit_note' && <span className={classes.quiet}>Credit note</span>}
              </span>
            </Cell>
            <Cell label="Issued">
              <Moment at={invoice.issued_at} />
            </Cell>
            <Cell label="Amount" numeric>
              <Money euros={invoice.kind === 'credit_note' ? -invoice.gross : invoice.gross} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Newest>
  );
}

export function Proxies({ view: { proxies } }: Props) {
  const country = useTranslations('countries');
  const { counts, newest } = proxies;
  return (
    <Newest id="proxies" title={`Proxies: ${counts.live} valid`} total={counts.all} shown={newest.length}>
      <Table caption="Newest proxies" columns={[{ label: 'Proxy' }, { label: 'Country' }, { label: 'Expires' }]}>
        {newest.map((proxy) => (
          <Row key={proxy.proxy_id}>
            <Cell label="Proxy" inCard="lead">
              <span className={classes.stack}>
                <span className={classes.mono}>{proxy.username}</span>
                <span className={classes.quiet}>{proxy.proxy_id}</span>
              </span>
            </Cell>
            <Cell label="Country">{country(proxy.country)}</Cell>
            <Cell label="Expires">
              <span className={classes.stack}>
                <Moment at={proxy.expires_at} />
                {proxy.auto_renew && <Badge tone="plain">Renews itself</Badge>}
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Newest>
  );
}
