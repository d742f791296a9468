'use client';
/** The API key: made, shown once, replaced and revoked. */
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import classes from './api-key.module.css';
import { FreshKey } from './fresh-key.tsx';
import { LazyKeyDialog } from './lazy-key-dialog.tsx';

interface KeyStatus {
  last_four: string;
  created_at: string;
  last_used_at: string | null;
}

interface Props {
  title: string;
  apiKey: KeyStatus | null;
  /** The key just made, until the reader has put it away. */
  fresh: string | null;
  onFresh: (key: string | null) => void;
}

export function ApiKey({ title, apiKey, fresh, onFresh }: Props) {
  const t = useTranslations('reseller.key');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null);
  /** What was asked last has happened. */
  const [done, setDone] = useState(false);
  const ask = (what: 'replace' | 'revoke') => {
    generate.reset();
    revoke.reset();
    setAsking(what);
    setDone(false);
  };
  const settled = async () => {
    setAsking(null);
    setDone(true);
    await queries.invalidateQueries(procedures.reseller.status.queryFilter());
  };
  const generate = useMutation(
    procedures.reseller.generate.mutationOptions({
      async onSuccess({ api_key: made }) {
        onFresh(made);
        await settled();
      },
    }),
  );
  const revoke = useMutation(
    procedures.reseller.revoke.mutationOptions({
      async onSuccess() {
        onFresh(null);
        await settled();
      },
    }),
  );
  /** The button that revoked is gone: readers go on here. */
  const onRevoked = (button: HTMLButtonElement | null) => {
    if (done) button?.focus();
  };

  return (
    <Panel id="purchase-api" title={title} description={t('lead')}>
      {generate.isError && !asking && (
        <PanelBody>
          <Notice tone="bad" alert>
            {t('failed')}
          </Notice>
        </PanelBody>
      )}
      {fresh && (
        <PanelBody>
          <FreshKey apiKey={fresh} onDone={() => onFresh(null)} />
        </PanelBody>
      )}
      {apiKey ? (
        <div className={classes.row}>
          <dl className={classes.facts}>
            <div>
              <dt>{t('key')}</dt>
              <dd>
                <code>••••••••{apiKey.last_four}</code>
              </dd>
            </div>
            <div>
              <dt>{t('made')}</dt>
              <dd>
                <Moment at={apiKey.created_at} focusable />
              </dd>
            </div>
            <div>
              <dt>{t('lastUsed')}</dt>
              <dd>{apiKey.last_used_at ? <Moment at={apiKey.last_used_at} focusable /> : t('never')}</dd>
            </div>
          </dl>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => ask('replace')}>
              {t('replace')}
            </Button>
            <Button variant="subtle" color="red" c="var(--bad)" onClick={() => ask('revoke')}>
              {t('revoke')}
            </Button>
          </div>
        </div>
      ) : (
        <Empty
          icon={<IconKey size={20} />}
          title={t('none')}
          action={
            <Button ref={onRevoked} loading={generate.isPending} onClick={() => generate.mutate()}>
              {t('generate')}
            </Button>
          }
        >
          {t('noneWhy')}
        </Empty>
      )}
      {apiKey && (
        <>
          <LazyKeyDialog
            opened={asking === 'replace'}
            lastFour={apiKey.last_four}
            title={t('replaceTitle', { lastFour: apiKey.last_four })}
            label={t('replace')}
            failed={generate.isError}
            busy={generate.isPending}
            done={done}
            onConfirm={() => generate.mutate()}
            onClose={() => setAsking(null)}
          >
            {t.rich('replaceWhy', { code: (text) => <code>{text}</code> })}
          </LazyKeyDialog>
          <LazyKeyDialog
            opened={asking === 'revoke'}
            lastFour={apiKey.last_four}
            title={t('revokeTitle', { lastFour: apiKey.last_four })}
            label={t('revoke')}
            failed={revoke.isError}
            busy={revoke.isPending}
            done={done}
            onConfirm={() => revoke.mutate()}
            onClose={() => setAsking(null)}
          >
            {t('revokeWhy')}
          </LazyKeyDialog>
        </>
      )}
    </Panel>
  );
}
