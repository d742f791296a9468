/** The ways through a list that begins with what is newest. */
import { useTranslations } from 'next-intl';
import { Pages } from '#app/_ui/pages.tsx';

interface Props {
  /** Counts from 1. */
  page: number;
  list: { readonly total: number; readonly page_size: number };
  /** Of a page. */
  address: (page: number) => string;
}

/** Nothing where the list has but one page. */
export function NewestPages({ page, list, address }: Props) {
  const t = useTranslations('lists');
  if (list.total <= list.page_size) return null;
  return (
    <Pages page={page} pageSize={list.page_size} total={list.total} address={address} previous={t('newer')} next={t('older')} />
  );
}
