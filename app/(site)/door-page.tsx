/** What sign-in and sign-up look alike in: a form in the middle, and the way to the other of the two. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './door-page.module.css';

interface Other {
  question: string;
  label: string;
  href: '/sign-in' | '/sign-up';
  /** Where somebody goes afterwards, kept on the way. */
  landing: string;
}

export function DoorPage({ title, other, children }: { title: string; other: Other; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <h1>{title}</h1>
        {children}
      </div>
      <p className={classes.other}>
        {other.question} <Link href={`${other.href}?next=${encodeURIComponent(other.landing)}`}>{other.label}</Link>
      </p>
    </div>
  );
}
