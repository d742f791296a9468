/** The desk of support: its own tabs at the side, and the page. In English only. */
import type { ReactNode } from 'react';
import { Area, AreaPage } from '#app/_area/area.tsx';
import { procedureContext } from '#app/_procedures/context.ts';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { Toasts } from '#app/_ui/toasts.tsx';
import { atDesk } from '#server/kernel/trpc.ts';
import { DeskTabs } from './desk-tabs.tsx';
import { English } from './english.tsx';

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const person = atDesk((await procedureContext()).principal);
  // The page itself sends strangers away, for it knows where they should come back to.
  if (!person) return children;
  return (
    <English>
      <Area home="/desk" tabs={<DeskTabs />} email={person.email} badge="Support" skip="Skip to the content" lang="en">
        <ProceduresProvider account={{ id: person.accountId, desk: true }}>
          <AreaPage>{children}</AreaPage>
          <Toasts />
        </ProceduresProvider>
      </Area>
    </English>
  );
}
