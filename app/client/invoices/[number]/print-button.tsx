'use client';
/** Prints the page; the browser also keeps it as a PDF. */
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

export function PrintButton() {
  return (
    <Button onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />}>
      Print
    </Button>
  );
}
