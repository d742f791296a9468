'use client';
/** The way to the client area as the customer sees it; nobody is shown that of another of support. */
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';

const LookDialog = dynamic(() => import('./look-dialog.tsx').then((file) => file.LookDialog));

export function LookButton({ accountId }: { accountId: number }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconEye size={15} aria-hidden />} onClick={() => setAsking(true)}>
        See what the customer sees
      </Button>
      {asking && <LookDialog accountId={accountId} onClose={() => setAsking(false)} />}
    </>
  );
}
