/** Opening an account. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { procedureContext } from '#app/_procedures/context.ts';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { returnPath } from '#server/plugins/accounts/rules.ts';
import { DoorPage } from '../door-page.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export const metadata: Metadata = { title: 'Open an account' };

interface Props {
  /** `next`: the page that somebody wanted. */
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function SignUpPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const landing = returnPath(typeof next === 'string' ? next : undefined);
  const { principal } = await procedureContext();
  if (principal) redirect(landing);
  return (
    <DoorPage title="Open an account" other={{ question: 'You have one already?', label: 'Sign in', href: '/sign-in', landing }}>
      <ProceduresProvider>
        <SignUpForm landing={landing} />
      </ProceduresProvider>
    </DoorPage>
  );
}
