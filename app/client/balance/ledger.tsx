'use client';
/** The ledger: its filter, its table, and its file. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconWallet } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { listPath } from '#app/_lists/address.ts';
import { FilterForm } from '#app/_lists/filter-form.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NewestPages } from '#app/_lists/newest-pages.tsx';
import { NothingFound } from '#app/_lists/nothing-found.tsx';
import { Sums } from '#app/_lists/sums.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import { LedgerKind } from '#prisma/generated/enums.ts';
import type { LedgerFilterInput } from '#server/plugins/billing/schema.ts';
import { What } from './entry.tsx';
import classes from './ledger.module.css';

const PATH = '/client/balance';

interface Props {
  filter: LedgerFilterInput;
  page: number;
}

export function Ledger({ filter, page }: Props) {
  const t = useTranslations('balance');
  const filtered = Object.values(filter).some((member) => member !== undefined);
  const kinds = [
    { value: '', label: t('allKinds') },
    ...Object.values(LedgerKind).map((value) => ({ value, label: t(`kinds.${value}`) })),
  ];
  return (
    <Panel
      id="ledger"
      title={t('movements')}
      actions={
        <Button
          component="a"
          href={listPath(`${PATH}/ledger.csv`, filter)}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {filtered ? t('downloadThese') : t('download')}
        </Button>
      }
    >
      <FilterForm label={t('filter')} path={PATH} state={filter}>
        <NativeSelect name="kind" label={t('kind')} size="xs" data={kinds} defaultValue={filter.kind ?? ''} />
        <TextInput type="date" name="from" label={t('from')} size="xs" min="2000-01-01" defaultValue={filter.from ?? ''} />
        <TextInput type="date" name="to" label={t('to')} size="xs" min="2000-01-01" defaultValue={filter.to ?? ''} />
      </FilterForm>
      <Entries filter={filter} page={page} filtered={filtered} />
    </Panel>
  );
}

function Entries({ filter, page, filtered }: Props & { filtered: boolean }) {
  const t = useTranslations('balance');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.billing.ledger.queryOptions({ ...filter, page }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <LoadingLines />;
  if (!data) return <Problem what={t('theMovements')} retrying={isFetching} onRetry={() => refetch()} />;
  if (data.entries.length === 0) {
    return data.total === 0 && !filtered ? (
      <NoMovement />
    ) : (
      <NothingFound what={t('movement')} total={data.total} first={listPath(PATH, filter)} all={PATH} />
    );
  }
  const columns = [
    { label: t('date'), width: 22 },
    { label: t('what'), width: 44 },
    { label: t('amount'), numeric: true, width: 17 },
    { label: t('balanceAfter'), numeric: true, width: 17 },
  ];
  return (
    <>
      <Sums>
        <p>
          {t.rich('sums', {
            count: data.total,
            in: () => <Money euros={data.money_in} signed />,
            out: () => <Money euros={data.money_out} signed />,
          })}
        </p>
        <NewestPages page={page} list={data} address={(other) => listPath(PATH, filter, other)} />
      </Sums>
      <Table caption={t('movementsTable')} columns={columns}>
        {data.entries.map((entry) => (
          <Row key={entry.seq}>
            <Cell label={t('date')} inCard="lead">
              <UtcDate at={entry.created_at} withTime />
            </Cell>
            <Cell label={t('what')} inCard="lead">
              <What entry={entry} />
            </Cell>
            <Cell label={t('amount')} numeric>
              <span className={classes.amount} data-in={entry.amount > 0 || undefined}>
                <Money euros={entry.amount} signed />
              </span>
            </Cell>
            <Cell label={t('balanceAfter')} numeric>
              <Money euros={entry.balance} />
            </Cell>
          </Row>
        ))}
      </Table>
    </>
  );
}

function NoMovement() {
  const t = useTranslations('balance');
  return (
    <Empty
      icon={<IconWallet size={20} />}
      title={t('noMovement')}
      action={
        <ButtonLink href="/docs" variant="default">
          {t('howPrograms')}
        </ButtonLink>
      }
    >
      {t('noMovementWhy')}
    </Empty>
  );
}
