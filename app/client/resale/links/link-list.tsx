'use client';
/** The account's links, a line each: to be copied, looked at, or revoked. */
import { Button } from '@mantine/core';
import { IconExternalLink, IconLink, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { listPath } from '#app/_lists/address.ts';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NothingFound } from '#app/_lists/nothing-found.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CopyIcon } from '#app/_ui/copy.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { bookLimits } from '#server/plugins/resale/rules.ts';
import type { BuyerLink } from '#server/plugins/resale/schema.ts';
import classes from './link-list.module.css';

const NewLinkDialog = dynamic(() => import('./new-link-dialog.tsx').then((module) => module.NewLinkDialog), { ssr: false });
const RevokeDialog = dynamic(() => import('./revoke-dialog.tsx').then((module) => module.RevokeDialog), { ssr: false });

interface Shown {
  readonly buyer?: string;
  readonly page: number;
}

const addressOf = ({ buyer, page }: Shown) => listPath('/client/resale/links', { buyer }, page);

export function LinkList({ shown }: { shown: Shown }) {
  const t = useTranslations('resale');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.resale.links.queryOptions(shown),
    placeholderData: keepPreviousData,
    // Addresses that open credentials stay in the page's memory only as long as somebody looks at them.
    gcTime: 0,
  });
  const names = useQuery(procedures.resale.buyerNames.queryOptions());
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<BuyerLink | null>(null);

  const make = (
    <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setMaking(true)}>
      {t('newLink')}
    </Button>
  );
  const noBuyers = names.data?.length === 0;
  return (
    <Panel
      id="links"
      title={t('view.links')}
      actions={
        <div className={classes.head}>
          {data && data.records.length > 0 && (
            <Pages
              page={shown.page}
              pageSize={bookLimits.pageSize}
              total={data.total}
              address={(page) => addressOf({ ...shown, page })}
              previous={t('previous')}
              next={t('next')}
            />
          )}
          {!noBuyers && data && data.total > 0 && make}
        </div>
      }
    >
      {shown.buyer && (
        <p className={classes.filter}>
          {t('linksOf', { name: shown.buyer })}
          <ButtonLink href="/client/resale/links" size="compact-xs" variant="subtle">
            {t('allLinks')}
          </ButtonLink>
        </p>
      )}
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what={t('yourLinks')} retrying={isFetching} onRetry={() => refetch()} />
      ) : data.records.length > 0 ? (
        <Table
          caption={t('view.links')}
          columns={[
            { label: t('buyer'), width: 22 },
            { label: t('state'), width: 10 },
            { label: t('ends'), width: 14 },
            { label: t('opened'), width: 18 },
            { label: t('made'), width: 15 },
            { label: t('actions'), width: 21 },
          ]}
        >
          {data.records.map((link) => (
            <LinkLine key={link.link_id} link={link} onRevoke={() => setRevoking(link)} />
          ))}
        </Table>
      ) : data.total > 0 ? (
        <NothingFound what={t('aLink')} total={data.total} first={addressOf({ ...shown, page: 1 })} all="/client/resale/links" />
      ) : (
        <Empty
          icon={<IconLink size={20} />}
          title={t('noLink')}
          action={noBuyers ? <ButtonLink href="/client/resale">{t('openBook')}</ButtonLink> : make}
        >
          {noBuyers ? t('noLinkNoBuyer') : t('noLinkWhy')}
        </Empty>
      )}
      {making && <NewLinkDialog {...(shown.buyer ? { buyer: shown.buyer } : {})} onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog link={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  );
}

const tones = { live: 'good', expired: 'plain', revoked: 'bad' } as const;

function LinkLine({ link, onRevoke }: { link: BuyerLink; onRevoke: () => void }) {
  const t = useTranslations('resale');
  const { buyer_name: name } = link;
  return (
    <Row>
      <Cell label={t('buyer')} inCard="lead">
        <span className={classes.name}>{name}</span>
      </Cell>
      <Cell label={t('state')}>
        <Badge tone={tones[link.state]}>{t(`states.${link.state}`)}</Badge>
      </Cell>
      <Cell label={t('ends')}>
        <Moment at={link.expires_at} />
      </Cell>
      <Cell label={t('opened')}>
        {link.opened_at ? (
          <span className={classes.opened}>
            {t('opens', { count: link.opens })}
            <span className={classes.last}>
              {t.rich('lastOpened', { moment: () => <Moment at={link.opened_at ?? link.created_at} /> })}
            </span>
          </span>
        ) : (
          <span className={classes.last}>{t('neverOpened')}</span>
        )}
      </Cell>
      <Cell label={t('made')}>
        <Moment at={link.created_at} />
      </Cell>
      <Cell label={t('actions')}>
        {link.state === 'live' && (
          <div className={classes.actions}>
            {link.url && (
              <>
                <CopyIcon text={link.url} what={t('linkOf', { name })} />
                <a
                  href={link.url}
                  target="_blank"
                  rel="noreferrer"
                  className={classes.open}
                  aria-label={t('openLinkOf', { name })}
                >
                  <IconExternalLink size={16} aria-hidden />
                </a>
              </>
            )}
            <Button size="compact-xs" h={26} variant="default" onClick={onRevoke} aria-label={t('revokeOf', { name })}>
              {t('revoke')}
            </Button>
          </div>
        )}
      </Cell>
    </Row>
  );
}
