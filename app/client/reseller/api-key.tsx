'use client';
/** The API key: made, shown once, replaced and revoked. */
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import classes from './api-key.module.css';
import { FreshKey } from './fresh-key.tsx';
import { KeyDialog } from './key-dialog.tsx';

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
  const problem = generate.error ?? revoke.error;

  return (
    <Panel
      id="purchase-api"
      title={title}
      description="One key an account. It buys with the balance, and opens nothing else of the account."
    >
      {problem && !asking && (
        <PanelBody>
          <Notice tone="bad" alert>
            {problem.message}
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
              <dt>Key</dt>
              <dd>
                <code>••••••••{apiKey.last_four}</code>
              </dd>
            </div>
            <div>
              <dt>Made</dt>
              <dd>
                <Moment at={apiKey.created_at} focusable />
              </dd>
            </div>
            <div>
              <dt>Last used</dt>
              <dd>{apiKey.last_used_at ? <Moment at={apiKey.last_used_at} focusable /> : 'Never'}</dd>
            </div>
          </dl>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => ask('replace')}>
              Replace key
            </Button>
            <Button variant="subtle" color="red" c="var(--bad)" onClick={() => ask('revoke')}>
              Revoke key
            </Button>
          </div>
        </div>
      ) : (
        <Empty
          icon={<IconKey size={20} />}
          title="No key yet"
          action={
            <Button ref={onRevoked} loading={generate.isPending} onClick={() => generate.mutate()}>
              Generate key
            </Button>
          }
        >
          It is shown once, right after it is made. The site keeps only a fingerprint of it, so a lost key can only be replaced.
        </Empty>
      )}
      {apiKey && (
        <>
          <KeyDialog
            opened={asking === 'replace'}
            lastFour={apiKey.last_four}
            title={`Replace the key ending in ${apiKey.last_four}?`}
            label="Replace key"
            error={generate.error?.message ?? null}
            busy={generate.isPending}
            done={done}
            onConfirm={() => generate.mutate()}
            onClose={() => setAsking(null)}
          >
            The old key dies at once: every program that still uses it is answered <code>401 invalid_key</code> from its next
            request on, until you give it the new key.
          </KeyDialog>
          <KeyDialog
            opened={asking === 'revoke'}
            lastFour={apiKey.last_four}
            title={`Revoke the key ending in ${apiKey.last_four}?`}
            label="Revoke key"
            error={revoke.error?.message ?? null}
            busy={revoke.isPending}
            done={done}
            onConfirm={() => revoke.mutate()}
            onClose={() => setAsking(null)}
          >
            The key dies at once and nothing takes its place: no program can buy for this account until you generate another.
            Proxies already bought keep working.
          </KeyDialog>
        </>
      )}
    </Panel>
  );
}
