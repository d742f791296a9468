'use client';
/** The invoices: their filter, their table, and what they come to. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { listPath } from '#app/_lists/address.ts';
import { FilterForm } from '#app/_lists/filter-form.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NewestPages } from '#app/_lists/newest-pages.tsx';
import { NothingFound } from '#app/_lists/nothing-found.tsx';
import { Sums } from '#app/_lists/sums.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import type { InvoiceFilterInput } from '#server/plugins/billing/schema.ts';
import { InvoiceTable } from './invoice-table.tsx';
import { MonthDownload } from './month-download.tsx';

const PATH = '/client/invoices';

interface Props {
  filter: InvoiceFilterInput;
  page: number;
}

export function InvoiceList({ filter, page }: Props) {
  const t = useTranslations('invoices');
  const format = useFormatter();
  const money = useMoney();
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.billing.invoices.queryOptions({ ...filter, page }),
    placeholderData: keepPreviousData,
  });
  if (isPending) {
    return (
      <Panel id="invoices" title={t('issued')}>
        <LoadingLines />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Panel id="invoices" title={t('issued')}>
        <Problem what={t('theInvoices')} retrying={isFetching} onRetry={() => refetch()} />
      </Panel>
    );
  }
  // A month that was asked for stays to be seen, also where nothing was bought in it.
  const months = filter.month && !data.months.includes(filter.month) ? [filter.month, ...data.months] : data.months;
  const monthName = (month: string) => format.dateTime(new Date(`${month}-01`), 'month');
  return (
    <Panel id="invoices" title={t('issued')}>
      <FilterForm label={t('filter')} path={PATH} state={filter}>
        <TextInput
          type="search"
          name="search"
          label={t('search')}
          size="xs"
          maxLength={40}
          autoComplete="off"
          defaultValue={filter.search ?? ''}
        />
        <NativeSelect
          name="month"
          label={t('month')}
          size="xs"
          data={[{ value: '', label: t('all') }, ...months.map((month) => ({ value: month, label: monthName(month) }))]}
          defaultValue={filter.month ?? ''}
        />
        <NativeSelect
          name="kind"
          label={t('kind')}
          size="xs"
          data={[
            { value: '', label: t('all') },
            { value: 'invoice', label: t('kinds.invoice') },
            { value: 'credit_note', label: t('kinds.credit_note') },
          ]}
          defaultValue={filter.kind ?? ''}
        />
      </FilterForm>
      {data.invoices.length === 0 ? (
        data.months.length === 0 ? (
          <NoInvoice />
        ) : (
          <NothingFound what={t('one')} total={data.total} first={listPath(PATH, filter)} all={PATH} />
        )
      ) : (
        <>
          <Sums>
            <p>
              {t('sums', {
                count: data.total,
                net: money(data.sums.net),
                vat: money(data.sums.vat),
                gross: money(data.sums.gross),
              })}
            </p>
            <MonthDownload month={filter.month} />
            <NewestPages page={page} list={data} address={(other) => listPath(PATH, filter, other)} />
          </Sums>
          <InvoiceTable invoices={data.invoices} />
        </>
      )}
    </Panel>
  );
}

function NoInvoice() {
  const t = useTranslations('invoices');
  return (
    <Empty
      icon={<IconFileInvoice size={20} />}
      title={t('none')}
      action={
        <ButtonLink href="/client/buy" variant="default">
          {t('buy')}
        </ButtonLink>
      }
    >
      {t('noneWhy')}
    </Empty>
  );
}
