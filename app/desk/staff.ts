/** Who may see the desk. */
import { notFound } from 'next/navigation';
import { signedIn } from '#app/_procedures/context.ts';
import { atDesk, type Principal } from '#server/kernel/trpc.ts';

/** Who of support is signed in. A guest is sent to the sign-in page, and from there back to `page`; to a customer there is no such page. */
export async function staff(page: string): Promise<Principal> {
  return atDesk(await signedIn(page)) ?? notFound();
}
