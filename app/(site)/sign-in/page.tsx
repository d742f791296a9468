/** Signing in. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { procedureContext } from '#app/_procedures/context.ts';
import { returnPath } from '#server/plugins/accounts/rules.ts';
import { DoorPage } from '../door-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  /** `next`: the page that somebody wanted; `error`: how next-auth tells what went wrong where no script ran. */
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  const landing = returnPath(typeof next === 'string' ? next : undefined);
  const { principal } = await procedureContext();
  if (principal) redirect(landing);
  return (
    <DoorPage title="Sign in" other={{ question: 'No account yet?', label: 'Open one', href: '/sign-up', landing }}>
      <SignInForm landing={landing} told={typeof error === 'string' ? error : null} />
    </DoorPage>
  );
}
