'use client';
/** What every page stands in: theme and colour scheme. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme.ts';

/** @param nonce lets the style elements that components add past the page's policy. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  // The scroll lock of dialogs reads its nonce from here.
  if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: nonce });
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  );
}
