/** The client area: tabs at the side (on a phone at the top), the account, and the page. */
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Area, AreaPage } from '#app/_area/area.tsx';
import { LanguageSwitch } from '#app/_language/language-switch.tsx';
import { Messages } from '#app/_language/messages.tsx';
import { procedureContext } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { Toasts } from '#app/_ui/toasts.tsx';
import { navigation } from '#server/site.ts';
import { TaskDock } from './_tasks/task-dock.tsx';
import { ViewBanner } from './_view/view-banner.tsx';
import { ConfirmNotice } from './account/confirm-notice.tsx';
import { KeepLanguage } from './account/keep-language.tsx';
import { Tabs } from './tabs.tsx';

export default async function ClientLayout({ children }: { children: ReactNode }) {
  const { principal } = await procedureContext();
  // The page itself sends strangers to the sign-in, for it knows where they should come back to.
  if (!principal) return children;
  const { accountId, viewer } = principal;
  const desk = `/desk/accounts/${accountId}`;
  const { queryClient, procedures } = await pageQueries();
  const [t, ui, tasks] = await Promise.all([
    getTranslations('tabs'),
    getTranslations('ui'),
    queryClient.fetchQuery(procedures.tasks.list.queryOptions()).catch(() => []),
  ]);
  return (
    <Area
      home="/client"
      tabs={<Tabs tabs={navigation.filter(({ only }) => only === undefined || only === principal.role)} />}
      email={principal.email}
      badge={principal.role === 'support' ? t('support') : undefined}
      choices={<LanguageSwitch />}
      skip={ui('skip')}
    >
      <ProceduresProvider account={{ id: accountId, ...(viewer ? { leaveFor: desk } : {}) }}>
        {!viewer && <KeepLanguage kept={principal.language} />}
        <AreaPage>
          {viewer && (
            <Messages of={['view']}>
              <ViewBanner email={principal.email} until={viewer.until.toISOString()} desk={desk} />
            </Messages>
          )}
          {principal.emailConfirmed === false && (
            <Messages of={['account']}>
              <ConfirmNotice email={principal.email} />
            </Messages>
          )}
          {children}
        </AreaPage>
        <TaskDock atFirst={tasks} />
        <Toasts />
      </ProceduresProvider>
    </Area>
  );
}
