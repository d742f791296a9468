/** What sign-in, sign-up and their neighbours look alike in: a form in the middle, and another way below it. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './door-page.module.css';

interface Other {
  question?: string;
  label: string;
  href: string;
}

export function DoorPage({ title, other, children }: { title: string; other: Other; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <h1>{title}</h1>
        {children}
      </div>
      <p className={classes.other}>
        {other.question} <Link href={other.href}>{other.label}</Link>
      </p>
    </div>
  );
}
