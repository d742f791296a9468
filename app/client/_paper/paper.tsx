/** What invoices and receipts have in common: the sheet, its facts, and the parties to it. */
import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { countryNamesIn } from '#server/plugins/billing/rules.ts';
import classes from './paper.module.css';

/** The document itself, which is all that goes to the printer. @param title names it for screen readers. */
export function Paper({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className={classes.paper} aria-label={title}>
      {children}
    </article>
  );
}

/** What the document is, and the facts that tell it from others. */
export function PaperHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={classes.head}>
      <p className={classes.title}>{title}</p>
      <dl className={classes.facts}>{children}</dl>
    </header>
  );
}

/** A term and what it is, within a `dl`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Seller and buyer, side by side where there is room. */
export function Parties({ children }: { children: ReactNode }) {
  return <div className={classes.parties}>{children}</div>;
}

interface PartyProps {
  title: string;
  /** As the document froze it: whoever gave no name is named by his address of mail. */
  party: {
    readonly legal_name: string | null;
    readonly email?: string;
    readonly address_lines: string | null;
    readonly country_code: string | null;
    readonly vat_id: string | null;
  };
  /** Says whose number it is: `VAT number FR12345678901`. */
  vatNumber: (number: string) => string;
}

export function Party({ title, party, vatNumber }: PartyProps) {
  const countryName = countryNamesIn(useLocale());
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.name}>{party.legal_name ?? party.email}</p>
      {party.address_lines !== null && <p className={classes.address}>{party.address_lines}</p>}
      {party.country_code !== null && <p>{countryName(party.country_code)}</p>}
      {party.vat_id !== null && <p>{vatNumber(party.vat_id)}</p>}
      {party.legal_name !== null && party.email && <p>{party.email}</p>}
    </section>
  );
}
