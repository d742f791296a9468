/** Tells screen readers of a change that others see. */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

export function Announcement({ children }: { children: ReactNode }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>;
}
