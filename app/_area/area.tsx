/** An area of the site for people who are signed in: its tabs at the side (on a phone at the top), whose account it is, and the page. */
import type { ReactNode } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { Brand } from '#app/_ui/brand.tsx';
import { ColorSchemeSwitch } from '#app/_ui/color-scheme-switch.tsx';
import classes from './area.module.css';
import { SignOut } from './sign-out.tsx';

interface Props {
  /** The first page of the area. */
  home: string;
  tabs: ReactNode;
  email: string;
  /** What the account is, where that is not a customer's. */
  badge?: string | undefined;
  /** What can be chosen here besides the colours. */
  choices?: ReactNode;
  /** The text of the link past the tabs. */
  skip: string;
  /** The language of the area, where it is not that of the site. */
  lang?: string;
  children: ReactNode;
}

export function Area({ home, tabs, email, badge, choices, skip, lang, children }: Props) {
  return (
    <div className={classes.shell} lang={lang}>
      <a href="#content" className={classes.skip}>
        {skip}
      </a>
      <header className={classes.side}>
        <Brand href={home} />
        {tabs}
        <div className={classes.account}>
          <p className={classes.email} title={email}>
            {email}
          </p>
          {badge && (
            <div className={classes.role}>
              <Badge tone="accent">{badge}</Badge>
            </div>
          )}
          <div className={classes.controls}>
            {choices}
            <ColorSchemeSwitch />
            <SignOut />
          </div>
        </div>
      </header>
      {children}
    </div>
  );
}

/** The page within the area. */
export function AreaPage({ children }: { children: ReactNode }) {
  return (
    <main id="content" className={classes.main} tabIndex={-1}>
      {children}
    </main>
  );
}
