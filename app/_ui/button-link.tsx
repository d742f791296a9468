'use client';
/** A link that looks like a button. */
import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

export function ButtonLink({ href, children, ...look }: ButtonProps & { href: string; children: ReactNode }) {
  return (
    <Button component={Link} href={href} {...look}>
      {children}
    </Button>
  );
}
