/** The sealed passwords of proxies: replaced, and sampled to be checked. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId, ProxyId, TaskId } from '#server/kernel/ids.ts';

const replacePasswordStatement = statement<{ id: ProxyId }, [ProxyId, Buffer, string, Buffer]>(
  'proxies.replace_password',
  `UPDATE proxies SET password_ciphertext = $2, password_key_id = $3, password_hash = $4
   WHERE id = $1 AND expires_at > now() RETURNING id`,
);

/** Gives a proxy another password. @returns false where it has expired. */
export async function replacePassword(
  db: Queryable,
  id: ProxyId,
  password: { ciphertext: Buffer; keyId: string; hash: Buffer },
): Promise<boolean> {
  const { ciphertext, keyId, hash } = password;
  return (await db.run(replacePasswordStatement, id, ciphertext, keyId, hash)).length > 0;
}

const replacePasswordsStatement = statement<
  object,
  [AccountId, TaskId, string, readonly ProxyId[], readonly Buffer[], readonly Buffer[]]
>(
  'proxies.replace_passwords',
  // Locked in the order in which a renewal locks them, so that the two never wait for each other.
  `WITH chosen AS MATERIALIZED (
     SELECT id FROM proxies
     WHERE account_id = $1 AND id = ANY ($4) AND expires_at > now() AND reset_by_task IS DISTINCT FROM $2
     ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE proxies SET password_ciphertext = new.ciphertext, password_key_id = $3, password_hash = new.hash, reset_by_task = $2
   FROM chosen JOIN unnest($4::text[], $5::bytea[], $6::bytea[]) AS new (id, ciphertext, hash) ON new.id = chosen.id
   WHERE proxies.id = chosen.id`,
);

/** Gives proxies other passwords, but those that have theirs from the same task already. */
export async function replacePasswords(
  db: Queryable,
  accountId: AccountId,
  taskId: TaskId,
  passwords: { keyId: string; ids: readonly ProxyId[]; ciphertexts: readonly Buffer[]; hashes: readonly Buffer[] },
): Promise<void> {
  const { keyId, ids, ciphertexts, hashes } = passwords;
  await db.run(replacePasswordsStatement, accountId, taskId, keyId, ids, ciphertexts, hashes);
}

const countResetByStatement = statement<{ count: number }, [AccountId, TaskId]>(
  'proxies.count_reset_by',
  'SELECT count(*)::int AS count FROM proxies WHERE account_id = $1 AND reset_by_task = $2',
);

/** How many proxies have their password from a task. */
export async function countResetBy(db: Queryable, accountId: AccountId, taskId: TaskId): Promise<number> {
  return (await db.run(countResetByStatement, accountId, taskId))[0]?.count ?? 0;
}

/** A proxy with all that is sealed of it. The columns of the upstream are null where there is none. */
export interface SealedProxy {
  id: ProxyId;
  username: string;
  password_ciphertext: Buffer;
  password_key_id: string;
  password_hash: Buffer;
  host: string;
  port: number;
  login: string;
  upstream_ciphertext: Buffer | null;
}

const SEALED = `SELECT proxies.id, proxies.username, proxies.password_ciphertext, password_key_id, password_hash, host, port,
            upstreams.username AS login, upstreams.password_ciphertext AS upstream_ciphertext
     FROM proxies LEFT JOIN upstreams ON upstreams.id = upstream_id`;

const sampleStatement = statement<SealedProxy, [string, number]>(
  'proxies.sample',
  `(${SEALED} WHERE proxies.id >= $1 ORDER BY proxies.id LIMIT $2)
   UNION ALL
   (${SEALED} WHERE proxies.id < $1 ORDER BY proxies.id LIMIT $2)`,
);

/** Up to `size` proxies on either side of an id. Ids are random, so a random one gives a random sample. */
export function sample(db: Queryable, around: string, size: number): Promise<SealedProxy[]> {
  return db.run(sampleStatement, around, size);
}
