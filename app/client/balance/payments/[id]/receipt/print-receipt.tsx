'use client';
/** Prints the receipt; the browser also keeps it as a PDF. */
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

export function PrintReceipt({ label }: { label: string }) {
  return (
    <Button onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />}>
      {label}
    </Button>
  );
}
