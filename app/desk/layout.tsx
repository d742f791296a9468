/** The desk of support: its own tabs at the side, and the page. In English only. */
import type { ReactNode } from 'react';
import { procedureContext } from '#app/_procedures/context.ts';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Brand } from '#app/_ui/brand.tsx';
import { ColorSchemeSwitch } from '#app/_ui/color-scheme-switch.tsx';
import { Toasts } from '#app/_ui/toasts.tsx';
import { atDesk } from '#server/kernel/trpc.ts';
import classes from '../client/layout.module.css';
import { SignOut } from '../client/sign-out.tsx';
import { DeskTabs } from './desk-tabs.tsx';
import { English } from './english.tsx';

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const person = atDesk((await procedureContext()).principal);
  // The page itself sends strangers away, for it knows where they should come back to.
  if (!person) return children;
  return (
    <English>
      <div className={classes.shell} lang="en">
        <a href="#content" className={classes.skip}>
          Skip to the content
        </a>
        <header className={classes.side}>
          <Brand href="/desk" />
          <DeskTabs />
          <div className={classes.account}>
            <p className={classes.email} title={person.email}>
              {person.email}
            </p>
            <div className={classes.role}>
              <Badge tone="accent">Support</Badge>
            </div>
            <div className={classes.controls}>
              <ColorSchemeSwitch />
              <SignOut />
            </div>
          </div>
        </header>
        <ProceduresProvider account={{ id: person.accountId, desk: true }}>
          <main id="content" className={classes.main} tabIndex={-1}>
            {children}
          </main>
          <Toasts />
        </ProceduresProvider>
      </div>
    </English>
  );
}
