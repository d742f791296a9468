'use client';
/** The log of API requests: its filter, its table, its files. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconApi, IconDownload } from '@tabler/icons-react';
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
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { callResults, callRoutes } from '#server/plugins/records/rules.ts';
import type { CallFilterInput } from '#server/plugins/records/schema.ts';
import { CallsTable } from './calls-table.tsx';
import classes from './request-log.module.css';
import { RESELLER_PATH } from './reseller-path.ts';

interface Props {
  filter: CallFilterInput;
  page: number;
  /** What «Was I charged?» shows above, kept in the address. */
  charge: string | undefined;
  /** Every code that the API answers with. */
  codes: readonly string[];
}

export function RequestLog({ filter, page, charge, codes }: Props) {
  const t = useTranslations('reseller.log');
  const all = { value: '', label: t('all') };
  const file = (format: string) => listPath(`${RESELLER_PATH}/requests/${format}`, filter);
  return (
    <Panel
      id="requests"
      title={t('title')}
      description={t('lead')}
      actions={
        <div className={classes.files} title={t('downloads')}>
          {(['csv', 'json'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={file(format)}
              download
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t(format)}
            </Button>
          ))}
        </div>
      }
    >
      <FilterForm label={t('filter')} path={RESELLER_PATH} state={filter}>
        {charge && <input type="hidden" name="charge" value={charge} />}
        <NativeSelect
          name="result"
          label={t('result')}
          size="xs"
          data={[all, ...callResults.map((value) => ({ value, label: t(`results.${value}`) }))]}
          defaultValue={filter.result ?? ''}
        />
        <NativeSelect
          name="route"
          label={t('route')}
          size="xs"
          data={[all, ...callRoutes.map((value) => ({ value, label: value === 'other' ? t('other') : value }))]}
          defaultValue={filter.route ?? ''}
        />
        <NativeSelect name="code" label={t('code')} size="xs" data={[all, ...codes]} defaultValue={filter.code ?? ''} />
        <TextInput name="key" label={t('key')} size="xs" maxLength={128} autoComplete="off" defaultValue={filter.key ?? ''} />
        <TextInput type="date" name="from" label={t('from')} size="xs" min="2000-01-01" defaultValue={filter.from ?? ''} />
        <TextInput type="date" name="to" label={t('to')} size="xs" min="2000-01-01" defaultValue={filter.to ?? ''} />
      </FilterForm>
      <Lines filter={filter} page={page} charge={charge} />
    </Panel>
  );
}

function Lines({ filter, page, charge }: Omit<Props, 'codes'>) {
  const t = useTranslations('reseller.log');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.records.calls.queryOptions({ ...filter, page }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <LoadingLines />;
  if (!data) return <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />;
  if (data.calls.length === 0) {
    const filtered = Object.values(filter).some((member) => member !== undefined);
    return data.total === 0 && !filtered ? (
      <NoRequest />
    ) : (
      <NothingFound
        what={t('one')}
        total={data.total}
        first={listPath(RESELLER_PATH, { ...filter, charge })}
        all={listPath(RESELLER_PATH, { charge })}
      />
    );
  }
  return (
    <>
      <Sums>
        <p>{data.total === data.most ? t('most', { most: data.most }) : t('count', { total: data.total })}</p>
        <NewestPages
          page={page}
          list={data}
          address={(other) => `${listPath(RESELLER_PATH, { ...filter, charge }, other)}#requests`}
        />
      </Sums>
      <CallsTable caption={t('title')} calls={data.calls} linked />
    </>
  );
}

function NoRequest() {
  const t = useTranslations('reseller.log');
  return (
    <Empty
      icon={<IconApi size={20} />}
      title={t('none')}
      action={
        <ButtonLink href="/docs" variant="default">
          {t('howTo')}
        </ButtonLink>
      }
    >
      {t('noneWhy')}
    </Empty>
  );
}
