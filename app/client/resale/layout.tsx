/** The pages of resale, and the place of their messages. */
import type { ReactNode } from 'react';
import { Toasts } from '#app/_ui/toasts.tsx';

export default function ResaleLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toasts />
    </>
  );
}
