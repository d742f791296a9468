/** The frame of the public pages: the site's name, where to go, and the page. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import { procedureContext } from '#app/_procedures/context.ts';
import { Brand, SITE_NAME } from './brand.tsx';
import { ButtonLink } from './button-link.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './site-frame.module.css';

/** @param wide for pages with a column beside the text. */
export async function SiteFrame({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { principal } = await procedureContext();
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <header className={classes.head}>
        <div className={classes.headInner}>
          <Brand href="/" />
          <nav aria-label="Site" className={classes.links}>
            <Link href="/#prices" className={classes.link}>
              Prices
            </Link>
            <Link href="/docs" className={classes.link}>
              API
            </Link>
          </nav>
          <div className={classes.actions}>
            <ColorSchemeSwitch />
            {principal ? (
              <ButtonLink href="/client" size="xs">
                Client area
              </ButtonLink>
            ) : (
              <ButtonLink href="/sign-in" size="xs" variant="default">
                Sign in
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
        <nav aria-label="More" className={classes.links}>
          <Link href="/docs">API reference</Link>
          <a href="/api/openapi.json">OpenAPI</a>
        </nav>
      </footer>
    </div>
  );
}
