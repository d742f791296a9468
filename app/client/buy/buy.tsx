'use client';
/** The page: the order and its price side by side, the wheel; afterwards what was bought. */
import { Skeleton } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Bought } from './bought.tsx';
import classes from './buy.module.css';
import { buyPath, type Choice, wholeQty } from './choice.ts';
import { OrderForm } from './order-form.tsx';
import { salePriceProblem, typedSalePrice } from './sale-price.ts';
import { Summary } from './summary.tsx';
import { Unanswered } from './unanswered.tsx';
import { usePurchase } from './use-purchase.ts';
import { WheelPanel } from './wheel-panel.tsx';

/** Milliseconds after which stock, prices and balance are asked for again. */
const REFRESH = 15_000;

interface Props {
  /** What the address asked for. */
  choice: Choice;
  account: { account_id: number; email: string };
}

export function Buy({ choice: asked, account }: Props) {
  const procedures = useProcedures();
  const t = useTranslations('buy.order');
  const [keep, setKeep] = useState<string[]>([]);
  const offer = useQuery({
    ...procedures.orders.offer.queryOptions({ keep }),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  });
  const purchase = usePurchase(account.account_id);
  const [choice, setChoice] = useState(asked);
  const [salePrice, setSalePrice] = useState('');

  const change = (changed: Partial<Choice>) => {
    const next = { ...choice, ...changed };
    setChoice(next);
    if (purchase.refused) purchase.putAway();
    if (wholeQty(next.qty) !== null) window.history.replaceState(null, '', buyPath(next));
  };

  if (purchase.bought) return <Bought order={purchase.bought} onMore={purchase.putAway} />;
  if (offer.isPending) {
    return (
      <Panel id="order" title={t('title')}>
        <PanelBody>
          <Skeleton height={64} />
          <Skeleton height={36} width="50%" />
          <Skeleton height={36} width="50%" />
        </PanelBody>
      </Panel>
    );
  }
  if (!offer.data) {
    return (
      <Panel id="order" title={t('title')}>
        <Problem what={t('pricesAndStock')} retrying={offer.isFetching} onRetry={() => offer.refetch()} />
      </Panel>
    );
  }
  if (offer.data.countries.length === 0) {
    return (
      <Panel id="order" title={t('title')}>
        <Empty icon={<IconShoppingCart size={20} />} title={t('nothingOnSale')}>
          {t('nothingOnSaleWhy')}
        </Empty>
      </Panel>
    );
  }

  const qty = wholeQty(choice.qty);
  const priceProblem = salePriceProblem(salePrice);
  return (
    <>
      {purchase.unanswered && <Unanswered attempt={purchase.unanswered} onAskAgain={purchase.buy} onForget={purchase.putAway} />}
      <div className={classes.columns}>
        <div className={classes.order}>
          <OrderForm
            offer={offer.data}
            choice={choice}
            salePrice={salePrice}
            salePriceProblem={priceProblem}
            onChange={change}
            onSalePrice={setSalePrice}
          />
        </div>
        <div className={classes.price}>
          <Summary
            offer={offer.data}
            country={choice.country}
            qty={qty}
            account={account}
            refused={purchase.refused}
            sending={purchase.sending}
            held={priceProblem !== null || purchase.unanswered !== null || offer.isPlaceholderData}
            keep={keep}
            onKeep={setKeep}
            onQty={(wanted) => change({ qty: String(wanted) })}
            onBuy={(totalCents) => {
              if (qty === null) return;
              purchase.buy({
                country: choice.country,
                qty,
                price: typedSalePrice(salePrice),
                total: totalCents / 100,
                keep,
              });
            }}
          />
        </div>
        <div className={classes.wheel}>
          <WheelPanel />
        </div>
      </div>
    </>
  );
}
