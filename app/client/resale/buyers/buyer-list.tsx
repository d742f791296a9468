'use client';
/** The buyers of the book, a line each. */
import { Button, NativeSelect } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Found } from '#app/_lists/found.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NothingFound } from '#app/_lists/nothing-found.tsx';
import { SearchField } from '#app/_lists/search-field.tsx';
import { useShown } from '#app/_lists/use-shown.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { type BuyerSort, bookLimits, buyerSorts } from '#server/plugins/resale/rules.ts';
import type { BuyersOutput } from '#server/plugins/resale/schema.ts';
import { bookAddress } from '../book-address.ts';
import filters from '../filters.module.css';
import classes from './buyer-list.module.css';
import { type BuyersShown, buyersAddress, buyerTerm } from './buyers-address.ts';

const NewLinkDialog = dynamic(() => import('../links/new-link-dialog.tsx').then((module) => module.NewLinkDialog), {
  ssr: false,
});
const RenameDialog = dynamic(() => import('./rename-dialog.tsx').then((module) => module.RenameDialog), { ssr: false });

export function BuyerList({ shown }: { shown: BuyersShown }) {
  const t = useTranslations('resale');
  const procedures = useProcedures();
  const { asked, moving, show } = useShown(shown, buyersAddress);
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...procedures.resale.buyers.queryOptions(shown),
    placeholderData: keepPreviousData,
  });
  const [sharing, setSharing] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);

  if (!data || (data.total === 0 && shown.search === '')) {
    return (
      <Panel id="buyers" title={t('view.buyers')}>
        {isPending ? (
          <LoadingLines />
        ) : data ? (
          <Empty
            icon={<IconUsers size={20} />}
            title={t('noBuyer')}
            action={<ButtonLink href="/client/resale">{t('openBook')}</ButtonLink>}
          >
            {t('noBuyerWhy')}
          </Empty>
        ) : (
          <Problem what={t('yourBuyers')} retrying={isFetching} onRetry={() => refetch()} />
        )}
      </Panel>
    );
  }
  const stale = moving || isPlaceholderData;
  const pages = (
    <Pages
      page={shown.page}
      pageSize={bookLimits.pageSize}
      total={data.total}
      address={(page) => buyersAddress({ ...shown, page })}
      previous={t('previous')}
      next={t('next')}
    />
  );
  return (
    <Panel id="buyers" title={t('view.buyers')} actions={data.records.length > 0 && pages}>
      <search className={filters.filters}>
        <SearchField
          className={filters.search}
          label={t('searchBuyers')}
          placeholder={t('searchBuyers')}
          value={asked.search}
          term={buyerTerm}
          onSearch={(search) => show({ ...asked, page: 1, search }, true)}
        />
        <NativeSelect
          aria-label={t('sort')}
          value={asked.sort}
          onChange={({ currentTarget: { value } }) => show({ ...asked, page: 1, sort: value as BuyerSort })}
          data={buyerSorts.map((value) => ({ value, label: t(`buyerSorts.${value}`) }))}
        />
      </search>
      <Found stale={stale}>
        {data.records.length > 0 ? (
          <Table
            caption={t('view.buyers')}
            columns={[
              { label: t('buyer'), width: 27 },
              { label: t('proxies'), numeric: true, width: 8 },
              { label: t('sales'), numeric: true, width: 10 },
              { label: t('payments.paid'), numeric: true, width: 10 },
              { label: t('open'), numeric: true, width: 10 },
              { label: t('nextExpiry'), width: 13 },
              { label: t('view.links'), width: 22 },
            ]}
          >
            {data.records.map((buyer) => (
              <BuyerLine
                key={buyer.buyer_name}
                buyer={buyer}
                onShare={() => setSharing(buyer.buyer_name)}
                onRename={() => setRenaming(buyer.buyer_name)}
              />
            ))}
          </Table>
        ) : (
          <NothingFound
            what={t('aBuyer')}
            total={data.total}
            first={buyersAddress({ ...shown, page: 1 })}
            all="/client/resale/buyers"
          />
        )}
      </Found>
      {sharing !== null && <NewLinkDialog buyer={sharing} onClose={() => setSharing(null)} />}
      {renaming !== null && <RenameDialog buyer={renaming} onClose={() => setRenaming(null)} />}
    </Panel>
  );
}

interface LineProps {
  buyer: BuyersOutput['records'][number];
  onShare: () => void;
  onRename: () => void;
}

function BuyerLine({ buyer, onShare, onRename }: LineProps) {
  const t = useTranslations('resale');
  const { buyer_name: name } = buyer;
  return (
    <Row>
      <Cell label={t('buyer')} inCard="lead">
        <div className={classes.buyer}>
          <Link href={bookAddress({ search: '', buyer: name, sort: 'newest', page: 1 })} className={classes.name}>
            {name}
          </Link>
          <Button size="compact-xs" variant="subtle" onClick={onRename} aria-label={t('renameOf', { name })}>
            {t('rename')}
          </Button>
        </div>
      </Cell>
      <Cell label={t('proxies')} numeric inCard="third">
        <span className={classes.count}>
          {t('proxiesOf', { count: buyer.count })}
          <span className={classes.live}>{t('liveOf', { count: buyer.live })}</span>
        </span>
      </Cell>
      <Cell label={t('sales')} numeric inCard="third">
        <Money euros={buyer.sales} />
      </Cell>
      <Cell label={t('payments.paid')} numeric inCard="third">
        <Money euros={buyer.paid} />
      </Cell>
      <Cell label={t('open')} numeric inCard="third">
        <span className={buyer.open > 0 ? classes.open : classes.settled}>
          <Money euros={buyer.open} />
        </span>
      </Cell>
      <Cell label={t('nextExpiry')} inCard="third">
        {buyer.next_expiry ? <Moment at={buyer.next_expiry} /> : '–'}
      </Cell>
      <Cell label={t('view.links')}>
        <div className={classes.links}>
          {buyer.links > 0 && (
            <Link href={`/client/resale/links?${new URLSearchParams({ buyer: name })}`}>
              {t('liveLinks', { count: buyer.links })}
            </Link>
          )}
          <Button size="compact-xs" h={26} variant="default" onClick={onShare} aria-label={t('shareWith', { name })}>
            {t('newLink')}
          </Button>
        </div>
      </Cell>
    </Row>
  );
}
