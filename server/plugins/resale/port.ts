/** What others may ask of resale: to list what was bought, the book as a file, and what jobs and pages do with links. */
import { deriveKey, keyedHash, randomBase62, randomReadable } from '#server/kernel/crypto.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import type { AccountData } from '../accounts/port.ts';
import * as proxies from '../proxies/port.ts';
import { bookCsvHead, bookCsvLine } from './adapters/book-csv.ts';
import { type BookSort, bookLimits, linkLimits, linkState } from './rules.ts';
import type { BookFilter, BuyerLink } from './schema.ts';
import * as book from './store/book.ts';
import * as buyers from './store/buyers.ts';
import * as edits from './store/edits.ts';
import * as links from './store/links.ts';

export { insert as list } from './store/book.ts';

/** Lines that are read at once for a file. */
const CSV_CHUNK = 1_000;

/** A filter as it is looked for: of a pasted credential only the username is left. */
export function normalized<Filter extends { search: string }>(filter: Filter): Filter {
  return { ...filter, search: proxies.searchTerm(filter.search) };
}

/** The lines that a filter finds, in its order, as the pieces of a CSV file; one piece is in memory at a time. */
export async function* bookCsv(
  { db }: Services,
  accountId: AccountId,
  filter: BookFilter & { sort: BookSort },
): AsyncGenerator<string, void> {
  yield bookCsvHead;
  for (let offset = 0; ; offset += CSV_CHUNK) {
    const rows = await book.page(db, accountId, normalized(filter), { limit: CSV_CHUNK, offset });
    if (rows.length > 0) yield rows.map(bookCsvLine).join('');
    if (rows.length < CSV_CHUNK) return;
  }
}

/** What a token looks like: 178 random bits. */
const TOKEN = /^[0-9A-Za-z]{30}$/;

/** The hash under which a token is known; null for what is no token. */
export function tokenHash({ secrets }: Services, token: string): Buffer | null {
  return TOKEN.test(token) ? keyedHash(deriveKey(secrets.apiKeyPepper, 'buyer links'), token) : null;
}

const sealedFor = (linkId: string) => `buyer link ${linkId}`;

export type CreatedLink = { readonly link: BuyerLink } | { readonly refused: 'unknown_buyer' | 'too_many' };

/** Makes a link that shows a buyer of the account's book his proxies until it expires. */
export function createLink(
  services: Services,
  accountId: AccountId,
  { buyerName, expiresAt }: { buyerName: string; expiresAt: Date },
): Promise<CreatedLink> {
  return services.db.transaction(async (tx): Promise<CreatedLink> => {
    const { known, live } = await links.claimBuyer(tx, accountId, buyerName);
    if (!known) return { refused: 'unknown_buyer' };
    if (live >= linkLimits.live) return { refused: 'too_many' };
    const id = `bl_${randomReadable(16)}`;
    const token = randomBase62(30);
    const hash = tokenHash(services, token);
    if (!hash) throw new Error('a fresh token does not look like one');
    const tokenCiphertext = services.secrets.vault.seal(token, sealedFor(id));
    return {
      link: shownLink(
        services,
        await links.insert(tx, accountId, { id, buyerName, expiresAt, tokenHash: hash, tokenCiphertext }),
      ),
    };
  });
}

/** A link as its holder sees it, with its address while it lives. */
export function shownLink(services: Services, row: links.LinkRow): BuyerLink {
  const state = linkState({ expiresAt: row.expires_at, revokedAt: row.revoked_at }, new Date());
  return {
    link_id: row.id,
    buyer_name: row.buyer_name,
    state,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    opens: row.opens,
    opened_at: row.opened_at?.toISOString() ?? null,
    url: state === 'live' && row.token_ciphertext ? urlOf(services, row.id, row.token_ciphertext) : null,
  };
}

/** Null where the copy was sealed under another key: the link still works for whoever has it. */
function urlOf({ env, secrets }: Services, id: string, sealed: Buffer): string | null {
  try {
    return `${env.SITE_URL}/b/${secrets.vault.open(sealed, sealedFor(id))}`;
  } catch {
    return null;
  }
}

/** Removes what can neither be undone nor is listed any more. */
export async function forgetEnded({ db }: Services): Promise<void> {
  await edits.forgetEdits(db, bookLimits.undoSeconds);
  await links.forgetLinks(db, linkLimits.endedDays);
}

/** The book and the links, for whoever leaves or wants to know what is kept; of links no address, since those open credentials. */
export const resaleData: AccountData = {
  name: 'resale',
  async export(services, accountId) {
    const all = { limit: null, offset: 0 };
    const [lines, { rows }] = await Promise.all([
      book.page(services.db, accountId, { search: '', sort: 'oldest' }, all),
      links.page(services.db, accountId, { buyer: null, endedDays: linkLimits.endedDays }, all),
    ]);
    return { book: lines, links: rows.map((row) => ({ ...shownLink(services, row), url: undefined })) };
  },
  erase: buyers.erase,
};
