/** The demo data of an empty embedded database: an account that can buy at once, somebody in support, and stock that works on one machine. */
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { countries } from '#server/kernel/countries.ts';
import { randomBase62 } from '#server/kernel/crypto.ts';
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import * as billing from '#server/plugins/billing/port.ts';
import * as proxies from '#server/plugins/proxies/port.ts';
import * as reseller from '#server/plugins/reseller/port.ts';

/** What the site prints about the demo. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  /** Null once the key was replaced or revoked: the new one was shown to whoever did that. */
  readonly apiKey: string | null;
  readonly support: { readonly email: string; readonly password: string };
}

const keptSchema = z.object({
  email: z.string(),
  password: z.string(),
  apiKey: z.string(),
  support: z.object({ email: z.string(), password: z.string() }),
});
type Kept = z.infer<typeof keptSchema>;

const BALANCE = cents(100_00);
const ADDRESSES_A_COUNTRY = 200;

/**
 * Fills an empty embedded database with demo data, once, and says at every start how to get in.
 *
 * The site keeps nothing of a password or a key but hashes, so what the demo needs at the second start is kept beside the database, in
 * `DATA_DIR/demo.json` (mode 0600, as are the secrets in that folder): for these made-up accounts only. The file is written first and the
 * data in one transaction after it. A start that dies in between leaves an empty database and a file, from which the next one goes on.
 * @returns null where the database holds accounts, but not those of the file: then it is not ours to fill, or the file was taken away.
 */
export async function fillDemo(services: Services): Promise<DemoAccount | null> {
  const file = path.join(services.env.DATA_DIR, 'demo.json');
  const kept = await readKept(file);
  const account = kept && (await accounts.findByEmail(services.db, kept.email));
  if (kept && account) {
    const valid = await reseller.isKeyOf(services, account.id, kept.apiKey);
    return valid ? kept : { ...kept, apiKey: null };
  }
  if (await accounts.any(services.db)) return null;
  const demo = kept ?? (await keep(file, invent()));
  await fill(services, demo);
  return demo;
}

function invent(): Kept {
  // 130 random bits each.
  const password = () => randomBase62(22);
  return {
    email: 'demo@example.com',
    password: password(),
    apiKey: reseller.newApiKey(),
    support: { email: 'support@example.com', password: password() },
  };
}

async function fill(services: Services, demo: Kept): Promise<void> {
  const people = [
    { ...demo, role: 'customer', resellerMode: true },
    { ...demo.support, role: 'support', resellerMode: false },
  ] as const;
  const hashed = await Promise.all(
    people.map(async ({ email, password, role, resellerMode }) => {
      return { email, role, resellerMode, passwordHash: await accounts.hashPassword(password) };
    }),
  );
  await services.db.transaction(async (tx) => {
    const accountId = (await accounts.insertMany(tx, hashed)).get(demo.email);
    if (accountId === undefined) throw new Error('the demo account appeared while it was being made');
    await billing.openWith(tx, [accountId], BALANCE, 'Demo balance');
    await reseller.putKeys(services, tx, [{ accountId, apiKey: demo.apiKey }]);
    for (const [index, country] of countries.entries()) {
      // Loopback addresses are real exit addresses on one Linux machine: a target sees them as its peer.
      const ips = Array.from({ length: ADDRESSES_A_COUNTRY }, (_, host) => `127.0.${index + 1}.${host + 1}`);
      await proxies.addAddresses(tx, country, ips);
    }
  });
}

async function readKept(file: string): Promise<Kept | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return text === undefined ? null : keptSchema.parse(JSON.parse(text));
}

/** Written whole or not at all, and on the disk before any data refers to it. */
async function keep(file: string, demo: Kept): Promise<Kept> {
  const partial = `${file}.partial`;
  {
    await using handle = await open(partial, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify(demo, null, 2)}\n`);
    await handle.sync();
  }
  await rename(partial, file);
  return demo;
}
