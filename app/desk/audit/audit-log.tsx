'use client';
/** The log of changes: its filter and its table. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { listPath } from '#app/_lists/address.ts';
import { FilterForm } from '#app/_lists/filter-form.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NothingFound } from '#app/_lists/nothing-found.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { AuditFilter, AuditLine } from '#server/plugins/support/schema/audit.ts';
import classes from './audit-log.module.css';
import { Changes } from './changes.tsx';

const PATH = '/desk/audit';

export function AuditLog({ filter, page }: { filter: AuditFilter; page: number }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.support.audit.list.queryOptions({ ...filter, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      id="log"
      title="Changes"
      actions={
        data && (
          <Pages
            page={page}
            pageSize={data.page_size}
            total={data.total}
            address={(other) => listPath(PATH, filter, other)}
            previous="Newer changes"
            next="Older changes"
          />
        )
      }
    >
      <FilterForm label="Filter the changes" path={PATH} state={filter}>
        <NativeSelect
          name="actor"
          label="Who"
          size="xs"
          data={[
            { value: '', label: 'Everybody' },
            { value: 'operator', label: 'Operator’s command' },
            ...(data?.actors.map(({ id, email }) => ({ value: String(id), label: email })) ?? []),
          ]}
          defaultValue={filter.actor ?? ''}
        />
        <NativeSelect
          name="action"
          label="What"
          size="xs"
          data={[{ value: '', label: 'Everything' }, ...(data?.actions.map((value) => ({ value, label: inWords(value) })) ?? [])]}
          defaultValue={filter.action ?? ''}
        />
        <TextInput
          name="subject_kind"
          label="Kind of subject"
          placeholder="account"
          size="xs"
          maxLength={40}
          defaultValue={filter.subject_kind ?? ''}
        />
        <TextInput
          name="subject"
          label="Subject"
          placeholder="42"
          size="xs"
          maxLength={200}
          defaultValue={filter.subject ?? ''}
        />
      </FilterForm>
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The audit" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.entries.length > 0 ? (
        <Lines entries={data.entries} />
      ) : data.total === 0 && Object.keys(filter).length === 0 ? (
        <Empty icon={<IconHistory size={20} />} title="Nothing was changed yet">
          What support changes on the pages of the desk is listed here, with its reason.
        </Empty>
      ) : (
        <NothingFound what="change" total={data.total} first={listPath(PATH, filter)} all={PATH} />
      )}
    </Panel>
  );
}

function Lines({ entries }: { entries: readonly AuditLine[] }) {
  return (
    <Table
      caption="Changes"
      columns={[{ label: 'When', width: 13 }, { label: 'Who', width: 20 }, { label: 'What', width: 22 }, { label: 'Change' }]}
    >
      {entries.map((entry) => (
        <Row key={entry.id}>
          <Cell label="When" inCard="lead">
            <Moment at={entry.at} />
          </Cell>
          <Cell label="Who">
            <span className={classes.who}>{entry.actor ?? 'Operator’s command'}</span>
          </Cell>
          <Cell label="What" inCard="lead">
            <div className={classes.what}>
              <strong>{inWords(entry.action)}</strong>
              <Subject entry={entry} />
            </div>
          </Cell>
          <Cell label="Change" inCard="below">
            <div className={classes.what}>
              <Changes before={entry.before} after={entry.after} />
              <q className={classes.reason}>{entry.reason}</q>
            </div>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Where the desk has a page of the subject, by its kind. */
const pages: Readonly<Record<string, string>> = { account: '/desk/accounts', order: '/desk/settlement' };

function Subject({ entry: { subject_kind: kind, subject_id: id } }: { entry: AuditLine }) {
  const name = `${kind.replaceAll('_', ' ')} ${id}`;
  const page = pages[kind];
  if (page === undefined) return <span className={classes.subject}>{name}</span>;
  return (
    <Link href={`${page}/${id}`} prefetch={false} className={classes.subject}>
      {name}
    </Link>
  );
}

/** `accounts.set_cap` as `Accounts: set cap`. */
function inWords(action: string): string {
  const [page = '', what = ''] = action.replaceAll('_', ' ').split('.');
  return `${page.charAt(0).toUpperCase()}${page.slice(1)}: ${what}`;
}
