/** The frame of the pages that buyers see. It names neither the account holder nor the site: they are his customers. */
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '#app/_language/language-switch.tsx';
import { Messages } from '#app/_language/messages.tsx';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { ColorSchemeSwitch } from '#app/_ui/color-scheme-switch.tsx';
import classes from './layout.module.css';

export default async function BuyerLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('buyerLink');
  return (
    <Messages of={['buyerLink']}>
      <div className={classes.frame}>
        <header className={classes.head}>
          <span className={classes.name}>{t('title')}</span>
          <div className={classes.controls}>
            <LanguageSwitch />
            <ColorSchemeSwitch />
          </div>
        </header>
        <main className={classes.main}>
          <ProceduresProvider>{children}</ProceduresProvider>
        </main>
      </div>
    </Messages>
  );
}
