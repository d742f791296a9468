/** The client area: tabs at the side (on a phone at the top), the account, and the page. */
import type { ReactNode } from 'react';
import { procedureContext } from '#app/_procedures/context.ts';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Brand } from '#app/_ui/brand.tsx';
import { ColorSchemeSwitch } from '#app/_ui/color-scheme-switch.tsx';
import { navigation } from '#server/site.ts';
import classes from './layout.module.css';
import { SignOut } from './sign-out.tsx';
import { Tabs } from './tabs.tsx';

export default async function ClientLayout({ children }: { children: ReactNode }) {
  const { principal } = await procedureContext();
  // The page itself sends strangers to the sign-in, for it knows where they should come back to.
  if (!principal) return children;
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <header className={classes.side}>
        <Brand href="/client" />
        <Tabs tabs={navigation} />
        <div className={classes.account}>
          <p className={classes.email} title={principal.email}>
            {principal.email}
            {principal.role === 'support' && (
              <>
                {' '}
                <Badge tone="accent">Support</Badge>
              </>
            )}
          </p>
          <div className={classes.controls}>
            <ColorSchemeSwitch />
            <SignOut />
          </div>
        </div>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        <ProceduresProvider>{children}</ProceduresProvider>
      </main>
    </div>
  );
}
