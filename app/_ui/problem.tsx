'use client';
/** What stands where something could not be loaded. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { Empty } from './panel.tsx';

export function Problem({ what, onRetry, retrying }: { what: string; onRetry: () => void; retrying?: boolean }) {
  return (
    <div role="alert">
      <Empty
        icon={<IconAlertTriangle size={20} />}
        title={`${what} could not be loaded`}
        action={
          <Button
            variant="default"
            loading={retrying ?? false}
            onClick={onRetry}
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            Try again
          </Button>
        }
      >
        The site did not answer as it should. Nothing was changed. Try again in a few seconds.
      </Empty>
    </div>
  );
}
