'use client';
/** Tries a proxy over both protocols, as a client of the account holder's would. */
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import type { CheckResult } from '#server/plugins/proxies/schema.ts';
import classes from './check.module.css';
import { Definition, DefinitionList } from './definition-list.tsx';
import { Part } from './part.tsx';

export function Check({ proxyId }: { proxyId: string }) {
  const procedures = useProcedures();
  const t = useTranslations('proxies');
  const check = useMutation(procedures.proxies.check.mutationOptions());
  return (
    <Part
      title={t('check')}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={check.isPending}
          leftSection={<IconPlugConnected size={15} aria-hidden />}
          onClick={() => check.mutate({ proxy_id: proxyId })}
        >
          {t('checkThis')}
        </Button>
      }
    >
      <p>{t('checkWhat')}</p>
      {check.error && (
        <Notice tone="bad" alert>
          {t(problemOf(check.error))}
        </Notice>
      )}
      <div role="status">
        {check.data && (
          <DefinitionList>
            <Result protocol="SOCKS5" result={check.data.socks5} />
            <Result protocol="HTTP" result={check.data.http} />
          </DefinitionList>
        )}
      </div>
    </Part>
  );
}

/** Why there is no result. */
function problemOf({ data }: Pick<ProcedureError, 'data'>) {
  return ({ TOO_MANY_REQUESTS: 'checkBusy', CONFLICT: 'hasExpired' } as const)[String(data?.code)] ?? 'checkProblem';
}

function Result({ protocol, result }: { protocol: string; result: CheckResult }) {
  const t = useTranslations('proxies');
  return (
    <Definition term={protocol}>
      <Badge tone={result.ok ? 'good' : 'bad'}>{result.ok ? t('works') : t('checkFailed')}</Badge>
      {result.ok ? (
        <>
          <code>{result.exit_address}</code>
          <span className={classes.latency}>{result.latency_ms} ms</span>
        </>
      ) : (
        <span className={classes.reason}>{result.reason}</span>
      )}
    </Definition>
  );
}
