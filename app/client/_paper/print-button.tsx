'use client';
/** Prints the page; the browser also keeps it as a PDF. */
import { Button, type ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export function PrintButton({ children, ...look }: Pick<ButtonProps, 'variant'> & { children: ReactNode }) {
  return (
    <Button onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />} {...look}>
      {children}
    </Button>
  );
}
