'use client';
/** The sign-ins that go on: which device, from where, when last; one is ended, or all are. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { SignInSession } from '#server/plugins/accounts/schema.ts';

export function SignIns() {
  const t = useTranslations('account');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const sessions = useQuery(procedures.accounts.sessions.queryOptions());
  const refresh = () => queries.invalidateQueries(procedures.accounts.sessions.queryFilter());
  const endOne = useMutation(procedures.accounts.endSession.mutationOptions({ onSettled: refresh }));
  const endAll = useMutation(
    procedures.accounts.signOutEverywhere.mutationOptions({ onSuccess: () => window.location.assign('/sign-in') }),
  );
  const nameOf = ({ browser, system }: SignInSession) => {
    if (browser && system) return t('browserOn', { browser, system });
    return browser ?? system ?? t('unknownDevice');
  };
  return (
    <Panel
      id="sign-ins"
      title={t('signIns')}
      description={t('signInsWhat')}
      actions={
        <Button variant="default" size="xs" loading={endAll.isPending || endAll.isSuccess} onClick={() => endAll.mutate()}>
          {t('signOutEverywhere')}
        </Button>
      }
    >
      {(endAll.isError || (endOne.isError && endOne.error.data?.code !== 'NOT_FOUND')) && (
        <PanelBody>
          <Notice tone="bad" alert>
            {t('failed')}
          </Notice>
        </PanelBody>
      )}
      {sessions.isError && <Problem what={t('signIns')} onRetry={() => sessions.refetch()} retrying={sessions.isFetching} />}
      {sessions.data && (
        <Table
          caption={t('signIns')}
          columns={[
            { label: t('device') },
            { label: t('network') },
            { label: t('since') },
            { label: t('seen') },
            { label: t('end'), numeric: true },
          ]}
        >
          {sessions.data.map((session) => (
            <Row key={session.id}>
              <Cell label={t('device')} inCard="lead">
                {nameOf(session)} {session.current && <Badge tone="accent">{t('thisOne')}</Badge>}
              </Cell>
              <Cell label={t('network')}>{session.network === 'unknown' ? '–' : <code>{session.network}</code>}</Cell>
              <Cell label={t('since')}>
                <Moment at={session.signed_in_at} />
              </Cell>
              <Cell label={t('seen')}>
                <Moment at={session.seen_at} />
              </Cell>
              <Cell label={t('end')} numeric>
                {session.current ? (
                  '–'
                ) : (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('endOne', { device: nameOf(session) })}
                    loading={endOne.isPending && endOne.variables.id === session.id}
                    onClick={() => endOne.mutate({ id: session.id })}
                  >
                    {t('end')}
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
  );
}
