'use client';
/** The page of an order: how it stands, its timeline, its money, what suppliers were asked for, its proxies. */
import { Button } from '@mantine/core';
import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Fact, Facts } from '#app/_ui/facts.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Empty, PageHead, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import classes from '../../desk.module.css';
import { OrderStatus } from '../../order-status.tsx';
import { Timeline } from './timeline.tsx';
import type { OrderView } from './view.ts';

const SettleDialog = dynamic(() => import('./settle-dialog.tsx').then((file) => file.SettleDialog));

export function Order({ orderId }: { orderId: number }) {
  const procedures = useProcedures();
  const query = useQuery(procedures.support.settlement.order.queryOptions({ order_id: orderId }));
  if (query.isPending) return <LoadingLines />;
  if (!query.data) {
    return isProcedureError(query.error) && query.error.data?.code === 'NOT_FOUND' ? (
      <Empty
        page
        icon={<IconReceiptOff size={20} />}
        title={`There is no order ${orderId}`}
        action={<ButtonLink href="/desk/settlement">To the failed orders</ButtonLink>}
      >
        Check the number: it stands in the answer to the purchase, on the invoice, and in the ledger.
      </Empty>
    ) : (
      <Problem what="The order" retrying={query.isFetching} onRetry={() => query.refetch()} />
    );
  }
  return <Shown order={query.data} />;
}

function Shown({ order }: { order: OrderView }) {
  const money = useMoney();
  const country = useTranslations('countries');
  const [settling, setSettling] = useState<'deliver' | 'refund' | null>(null);
  return (
    <>
      <PageHead
        title={`Order ${order.order_id}`}
        actions={
          order.status === 'failed' && (
            <span className={classes.badges}>
              <Button onClick={() => setSettling('deliver')}>Deliver now</Button>
              <Button variant="default" onClick={() => setSettling('refund')}>
                Refund {money(order.total)}
              </Button>
            </span>
          )
        }
      >
        {order.qty} × {country(order.country)}
      </PageHead>
      <div className={classes.columns}>
        <Panel id="order" title="Order">
          <Facts>
            <Fact name="State">
              <OrderStatus status={order.status} />
            </Fact>
            <Fact name="Customer">
              <Link href={`/desk/accounts/${order.account_id}`} prefetch={false}>
                {order.email}
              </Link>
            </Fact>
            <Fact name="Bought">
              <Moment at={order.created_at} /> {order.channel === 'api' ? 'by the API' : 'on the site'}
            </Fact>
            <Fact name="Debited">
              <Money euros={order.total} />
            </Fact>
            <Fact name="Idempotency key">
              <code className={classes.mono}>{order.key}</code>
            </Fact>
          </Facts>
        </Panel>
        <Timeline order={order} />
      </div>
      {order.movements.length > 0 && <Movements order={order} />}
      {order.bought.length > 0 && <Bought order={order} />}
      {order.proxies.length > 0 && <Delivered order={order} />}
      {settling && <SettleDialog how={settling} order={order} onClose={() => setSettling(null)} />}
    </>
  );
}

function Movements({ order }: { order: OrderView }) {
  const t = useTranslations('balance');
  return (
    <Panel id="movements" title="What was moved for it">
      <Table
        caption="Movements"
        columns={[{ label: 'When' }, { label: 'What' }, { label: 'Document' }, { label: 'Amount', numeric: true }]}
      >
        {order.movements.map((row) => (
          <Row key={row.seq}>
            <Cell label="When">
              <Moment at={row.created_at} />
            </Cell>
            <Cell label="What" inCard="lead">
              {t(`kinds.${row.kind}`)}
            </Cell>
            <Cell label="Document">{row.invoice_number ?? '–'}</Cell>
            <Cell label="Amount" numeric>
              <Money euros={row.amount} signed />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

const states: Readonly<Record<OrderView['bought'][number]['status'], string>> = {
  asked: 'Asked, and not answered yet',
  delivered: 'Delivered',
  refused: 'Refused',
  faulty: 'Gave nothing of use',
};

function Bought({ order }: { order: OrderView }) {
  const columns = [
    { label: 'Supplier' },
    { label: 'State' },
    { label: 'Its order' },
    { label: 'Asked', numeric: true },
    { label: 'Proxies', numeric: true },
    { label: 'Cost', numeric: true },
  ];
  return (
    <Panel id="bought" title="What suppliers were asked for">
      <Table caption="Purchases from suppliers" columns={columns}>
        {order.bought.map((row) => (
          <Row key={row.key}>
            <Cell label="Supplier" inCard="lead">
              <span className={classes.stack}>
                {row.supplier}
                <span className={classes.quiet}>{row.key}</span>
              </span>
            </Cell>
            <Cell label="State" inCard="below">
              <span className={classes.stack}>
                {states[row.status]}
                {row.problem && <span className={classes.quiet}>{row.problem}</span>}
              </span>
            </Cell>
            <Cell label="Its order">{row.remote_order_id ?? '–'}</Cell>
            <Cell label="Asked" numeric>
              {row.attempts}
            </Cell>
            <Cell label="Proxies" numeric>
              {row.qty}
            </Cell>
            <Cell label="Cost" numeric>
              {row.cost === null ? '–' : <Money euros={row.cost} />}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

function Delivered({ order }: { order: OrderView }) {
  return (
    <Panel id="delivered" title="Proxies">
      <Table caption="Proxies" columns={[{ label: 'Proxy' }, { label: 'Username' }, { label: 'Expires' }]}>
        {order.proxies.map((proxy) => (
          <Row key={proxy.proxy_id}>
            <Cell label="Proxy" inCard="lead">
              <span className={classes.mono}>{proxy.proxy_id}</span>
            </Cell>
            <Cell label="Username">
              <span className={classes.mono}>{proxy.username}</span>
            </Cell>
            <Cell label="Expires">
              <Moment at={proxy.expires_at} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
