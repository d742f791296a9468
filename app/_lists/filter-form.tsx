'use client';
/** The form that filters a list. What it asks for goes into the address; without scripts the browser puts it there by itself. */
import { Button } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useTransition } from 'react';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { listPath } from './address.ts';
import classes from './filter-form.module.css';

interface Props {
  /** Names the form for screen readers. */
  label: string;
  path: string;
  /** What the list is filtered by now; the fields begin with it. */
  state: Readonly<Record<string, string | undefined>>;
  children: ReactNode;
}

export function FilterForm({ label, path, state, children }: Props) {
  const t = useTranslations('lists');
  const router = useRouter();
  const [pending, start] = useTransition();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const asked = Object.fromEntries([...fields].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']));
    start(() => router.push(listPath(path, asked), { scroll: false }));
  };
  const now = listPath(path, state);
  return (
    // Another address brings other fields: going back shows what was asked for then.
    <form key={now} aria-label={label} action={path} className={classes.form} onSubmit={onSubmit}>
      {children}
      <div className={classes.actions}>
        <Button type="submit" variant="default" size="xs" loading={pending}>
          {t('show')}
        </Button>
        {now !== path && (
          <ButtonLink href={path} variant="subtle" size="xs">
            {t('showAll')}
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
