'use client';
/** What stands in a list while it is loading. */
import { Skeleton } from '@mantine/core';
import { PanelBody } from '#app/_ui/panel.tsx';

export function LoadingLines() {
  return (
    <PanelBody>
      {['a', 'b', 'c', 'd', 'e'].map((line) => (
        <Skeleton key={line} height={28} />
      ))}
    </PanelBody>
  );
}
