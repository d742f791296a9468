'use client';
/** A button that downloads a file. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

export function Download({
  href,
  icon,
  children,
  ...look
}: ButtonProps & { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Button component="a" href={href} download leftSection={icon} {...look}>
      {children}
    </Button>
  );
}
