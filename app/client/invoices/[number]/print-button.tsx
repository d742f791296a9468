'use client';
/** Prints the page. */
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';

export function PrintButton() {
  const t = useTranslations('invoices');
  return (
    <Button variant="default" onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />}>
      {t('print')}
    </Button>
  );
}
