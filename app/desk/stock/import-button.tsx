'use client';
/** Opens the import of addresses. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';

const ImportDialog = dynamic(() => import('./import-dialog.tsx').then((file) => file.ImportDialog));

export function ImportButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened(true)}>
        Import addresses
      </Button>
      {opened && <ImportDialog onClose={() => setOpened(false)} />}
    </>
  );
}
