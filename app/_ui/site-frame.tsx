/** The frame of the public pages: the site's name, where to go, and the page. */
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '#app/_language/language-switch.tsx';
import { procedureContext } from '#app/_procedures/context.ts';
import { Brand, SITE_NAME } from './brand.tsx';
import { ButtonLink } from './button-link.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './site-frame.module.css';

/** @param wide for pages with a column beside the text. */
export async function SiteFrame({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const [{ principal }, t] = await Promise.all([procedureContext(), getTranslations('ui')]);
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <header className={classes.head}>
        <div className={classes.headInner}>
          <Brand href="/" />
          <nav aria-label={t('site')} className={classes.links}>
            <Link href="/#prices" className={classes.link}>
              {t('prices')}
            </Link>
            <Link href="/docs" className={classes.link}>
              {t('api')}
            </Link>
          </nav>
          <div className={classes.actions}>
            <ColorSchemeSwitch />
            {principal ? (
              <ButtonLink href="/client" size="xs">
                {t('clientArea')}
              </ButtonLink>
            ) : (
              <ButtonLink href="/sign-in" size="xs" variant="default">
                {t('signIn')}
              </ButtonLink>
            )}
          </div>
        </div>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={classes.foot}>
        <span>{SITE_NAME}</span>
        <nav aria-label={t('more')} className={classes.links}>
          <Link href="/docs">{t('apiReference')}</Link>
          <a href="/api/openapi.json">{t('openApi')}</a>
          <LanguageSwitch />
        </nav>
      </footer>
    </div>
  );
}
