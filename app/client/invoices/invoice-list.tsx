'use client';
/** The invoices: their filter, their table, and what they come to. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { InvoiceFilterInput } from '#server/plugins/billing/schema.ts';
import { listPath } from '../_lists/address.ts';
import { FilterForm } from '../_lists/filter-form.tsx';
import { LoadingLines } from '../_lists/loading-lines.tsx';
import { NothingFound } from '../_lists/nothing-found.tsx';
import classes from './invoice-list.module.css';
import { monthName } from './month.ts';

const PATH = '/client/invoices';

const columns = [
  { label: 'Number', width: 22 },
  { label: 'Date, UTC', width: 18 },
  { label: 'Order', width: 15 },
  { label: 'Net', numeric: true, width: 15 },
  { label: 'VAT', numeric: true, width: 15 },
  { label: 'Gross', numeric: true, width: 15 },
];

interface Props {
  filter: InvoiceFilterInput;
  page: number;
}

export function InvoiceList({ filter, page }: Props) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.billing.invoices.queryOptions({ ...filter, page }),
    placeholderData: keepPreviousData,
  });
  if (isPending) {
    return (
      <Panel id="invoices" title="Issued to you">
        <LoadingLines />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Panel id="invoices" title="Issued to you">
        <Problem what="The invoices" retrying={isFetching} onRetry={() => refetch()} />
      </Panel>
    );
  }
  // A month that was asked for stays to be seen, also where nothing was bought in it.
  const months = filter.month && !data.months.includes(filter.month) ? [filter.month, ...data.months] : data.months;
  return (
    <Panel id="invoices" title="Issued to you">
      <FilterForm label="Filter the invoices" path={PATH} state={filter}>
        <TextInput
          type="search"
          name="search"
          label="Number or order"
          size="xs"
          maxLength={40}
          autoComplete="off"
          defaultValue={filter.search ?? ''}
        />
        <NativeSelect
          name="month"
          label="Month"
          size="xs"
          data={[{ value: '', label: 'All' }, ...months.map((month) => ({ value: month, label: monthName(month) }))]}
          defaultValue={filter.month ?? ''}
        />
      </FilterForm>
      {data.invoices.length === 0 ? (
        data.months.length === 0 ? (
          <NoInvoice />
        ) : (
          <NothingFound what="invoice" total={data.total} first={listPath(PATH, filter)} all={PATH} />
        )
      ) : (
        <>
          <div className={classes.sums}>
            <p>
              {data.total} {data.total === 1 ? 'invoice' : 'invoices'}: net <Money euros={data.sums.net} />, VAT{' '}
              <Money euros={data.sums.vat} />, gross <Money euros={data.sums.gross} />
            </p>
            {data.total > data.page_size && (
              <Pages
                page={page}
                pageSize={data.page_size}
                total={data.total}
                address={(other) => listPath(PATH, filter, other)}
                previous="Newer"
                next="Older"
              />
            )}
          </div>
          <Table caption="Invoices" columns={columns}>
            {data.invoices.map((invoice) => (
              <Row key={invoice.number}>
                <Cell label="Number" inCard="lead">
                  <Link href={`${PATH}/${invoice.number}`} prefetch={false} className={classes.number}>
                    {invoice.number}
                  </Link>
                </Cell>
                <Cell label="Date, UTC" inCard="third">
                  <UtcDate at={invoice.issued_at} />
                </Cell>
                <Cell label="Order" inCard="third">
                  {invoice.order_id}
                </Cell>
                <Cell label="Net" numeric>
                  <Money euros={invoice.net} />
                </Cell>
                <Cell label="VAT" numeric>
                  <Money euros={invoice.vat} />
                </Cell>
                <Cell label="Gross" numeric>
                  <Money euros={invoice.gross} />
                </Cell>
              </Row>
            ))}
          </Table>
        </>
      )}
    </Panel>
  );
}

function NoInvoice() {
  return (
    <Empty
      icon={<IconFileInvoice size={20} />}
      title="No invoice yet"
      action={
        <ButtonLink href="/docs" variant="default">
          How a program buys
        </ButtonLink>
      }
    >
      With your first purchase comes its invoice, and it stands here at once.
    </Empty>
  );
}
