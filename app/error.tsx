'use client';
/** What a page that could not be made says. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Empty } from './_ui/panel.tsx';

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <main>
      <Empty
        page
        icon={<IconAlertTriangle size={20} />}
        title="This page could not be made"
        action={<Button onClick={retry}>Try again</Button>}
      >
        Something went wrong on our side. Nothing was changed or debited by looking at it.
        {digest && ` If it stays, tell support the number ${digest}.`}
      </Empty>
    </main>
  );
}
