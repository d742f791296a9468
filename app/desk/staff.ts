/** Who may see the desk. */
import { notFound } from 'next/navigation';
import { signedIn } from '#app/_procedures/context.ts';
import type { Principal } from '#server/kernel/trpc.ts';

/** Who of support is signed in. A guest is sent to the sign-in page, and from there back to `page`; to a customer there is no such page. */
export async function staff(page: string): Promise<Principal> {
  const principal = await signedIn(page);
  return principal.role === 'support' ? principal : notFound();
}
