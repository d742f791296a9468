/** The head of the pages of resale: what this one is for, and the ways to the others. */
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { PageHead } from '#app/_ui/panel.tsx';
import classes from './resale-head.module.css';

const views = [
  { name: 'book', href: '/client/resale' },
  { name: 'buyers', href: '/client/resale/buyers' },
  { name: 'links', href: '/client/resale/links' },
] as const;

export function ResaleHead({ here }: { here: (typeof views)[number]['name'] }) {
  const t = useTranslations('resale');
  return (
    <>
      <PageHead title={t('title')}>{t(`about.${here}`)}</PageHead>
      <nav aria-label={t('title')}>
        <ul className={classes.views}>
          {views.map(({ name, href }) => (
            <li key={name}>
              <Link href={href} className={classes.view} aria-current={name === here ? 'page' : undefined}>
                {t(`view.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
