'use client';
/** The ledger: its filter, its table, and its file. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconWallet } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { LedgerFilterInput } from '#server/plugins/billing/schema.ts';
import { listPath } from '../_lists/address.ts';
import { FilterForm } from '../_lists/filter-form.tsx';
import { LoadingLines } from '../_lists/loading-lines.tsx';
import { NothingFound } from '../_lists/nothing-found.tsx';
import { kindNames, What } from './entry.tsx';
import classes from './ledger.module.css';

const PATH = '/client/balance';

const columns = [
  { label: 'Date, UTC', width: 22 },
  { label: 'What', width: 44 },
  { label: 'Amount', numeric: true, width: 17 },
  { label: 'Balance', numeric: true, width: 17 },
];

const kinds = [{ value: '', label: 'All' }, ...Object.entries(kindNames).map(([value, label]) => ({ value, label }))];

interface Props {
  filter: LedgerFilterInput;
  page: number;
}

export function Ledger({ filter, page }: Props) {
  const filtered = Object.values(filter).some((member) => member !== undefined);
  return (
    <Panel
      id="ledger"
      title="Movements"
      actions={
        <Button
          component="a"
          href={listPath(`${PATH}/ledger.csv`, filter)}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {filtered ? 'Download these as CSV' : 'Download as CSV'}
        </Button>
      }
    >
      <FilterForm label="Filter the movements" path={PATH} state={filter}>
        <NativeSelect name="kind" label="Kind" size="xs" data={kinds} defaultValue={filter.kind ?? ''} />
        <TextInput type="date" name="from" label="From" size="xs" min="2000-01-01" defaultValue={filter.from ?? ''} />
        <TextInput type="date" name="to" label="To" size="xs" min="2000-01-01" defaultValue={filter.to ?? ''} />
      </FilterForm>
      <Entries filter={filter} page={page} filtered={filtered} />
    </Panel>
  );
}

function Entries({ filter, page, filtered }: Props & { filtered: boolean }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.billing.ledger.queryOptions({ ...filter, page }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <LoadingLines />;
  if (!data) return <Problem what="The movements" retrying={isFetching} onRetry={() => refetch()} />;
  if (data.entries.length === 0) {
    return data.total === 0 && !filtered ? (
      <NoMovement />
    ) : (
      <NothingFound what="movement" total={data.total} first={listPath(PATH, filter)} all={PATH} />
    );
  }
  return (
    <>
      <div className={classes.sums}>
        <p>
          {data.total} {data.total === 1 ? 'movement' : 'movements'}: in <Money euros={data.money_in} signed />, out{' '}
          <Money euros={data.money_out} signed />
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
      <Table caption="Movements of the balance" columns={columns}>
        {data.entries.map((entry) => (
          <Row key={entry.seq}>
            <Cell label="Date, UTC" inCard="lead">
              <UtcDate at={entry.created_at} withTime />
            </Cell>
            <Cell label="What" inCard="lead">
              <What entry={entry} />
            </Cell>
            <Cell label="Amount" numeric>
              <span className={classes.amount} data-in={entry.amount > 0 || undefined}>
                <Money euros={entry.amount} signed />
              </span>
            </Cell>
            <Cell label="Balance" numeric>
              <Money euros={entry.balance} />
            </Cell>
          </Row>
        ))}
      </Table>
    </>
  );
}

function NoMovement() {
  return (
    <Empty
      icon={<IconWallet size={20} />}
      title="No movement yet"
      action={
        <ButtonLink href="/docs" variant="default">
          How a program buys
        </ButtonLink>
      }
    >
      Each credit and each purchase will stand here, with what was left after it. It begins when support credits the balance.
    </Empty>
  );
}
