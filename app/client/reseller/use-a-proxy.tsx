'use client';
/** How to use what was bought: one of the newest proxies, or what to do where there is none yet. */
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import { CurlLines } from '../_proxies/curl-lines.tsx';
import type { EntryPoint } from '../_proxies/entry-point.ts';
import { UseProxy } from '../_proxies/use-proxy.tsx';

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export function UseAProxy({ entryPoint }: { entryPoint: EntryPoint }) {
  return (
    <Panel
      id="use-a-proxy"
      title="Use a proxy"
      description="SOCKS5 and HTTP on one port; the username says which proxy, and so from which address the traffic leaves."
      actions={
        <ButtonLink href="/docs#credential" variant="default" size="xs">
          How it works
        </ButtonLink>
      }
    >
      <PanelBody>
        <Choice entryPoint={entryPoint} />
      </PanelBody>
    </Panel>
  );
}

function Choice({ entryPoint: { host, port, checkUrl } }: { entryPoint: EntryPoint }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.proxies.latest.queryOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  if (isPending) return <Skeleton height={56} />;
  if (!data) return <Problem what="Your proxies" retrying={isFetching} onRetry={() => refetch()} />;
  const current = data.find((proxy) => proxy.proxy_id === chosen) ?? data[0];
  if (!current) {
    return (
      <>
        <p>You have no proxy yet. Buy one with the line above; its answer holds the username and the password for these lines.</p>
        <CurlLines proxy={{ host, port, username: 'USERNAME', password: 'PASSWORD' }} checkUrl={checkUrl} passwordShown />
      </>
    );
  }
  return (
    <>
      <NativeSelect
        label="Proxy"
        value={current.proxy_id}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={data.map(({ proxy_id: id, username, country, expires_at: expiresAt }) => ({
          value: id,
          label: `${username}, ${countryNames[country]}, until ${dateFormat.format(new Date(expiresAt))}`,
        }))}
      />
      <UseProxy key={current.proxy_id} proxyId={current.proxy_id} checkUrl={checkUrl} />
    </>
  );
}
