'use client';
/** What stands in a list where the filter finds nothing, or the page lies beyond the end. */
import { IconSearchOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Empty } from '#app/_ui/panel.tsx';

/** @param total how many the filter finds on all pages. @param first the address of the first page. @param all that without a filter. */
export function NothingFound({ what, total, first, all }: { what: string; total: number; first: string; all: string }) {
  const t = useTranslations('lists');
  return total > 0 ? (
    <EmptyPage first={first} />
  ) : (
    <Empty
      icon={<IconSearchOff size={20} />}
      title={t('noneFits', { what })}
      action={
        <ButtonLink href={all} variant="default">
          {t('showAll')}
        </ButtonLink>
      }
    >
      {t('loosen')}
    </Empty>
  );
}

/** The list has something, and ends before this page. @param first the address of the first page. */
export function EmptyPage({ first }: { first: string }) {
  const t = useTranslations('lists');
  return (
    <Empty
      icon={<IconSearchOff size={20} />}
      title={t('emptyPage')}
      action={
        <ButtonLink href={first} variant="default">
          {t('firstPage')}
        </ButtonLink>
      }
    >
      {t('emptyPageWhy')}
    </Empty>
  );
}
