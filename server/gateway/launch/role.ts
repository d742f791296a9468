/**
 * The database role of the entry point: it sees valid credentials, adds to the usage, and can do nothing else. The site makes it.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { advisoryLocks } from '#server/kernel/advisory-locks.ts';
import { EnvironmentError } from '#server/kernel/environment.ts';

const VIEW = 'gateway_credentials';
/** Connections at once: an entry point has three. Whoever steals the login must not be able to take all that the site needs. */
const MOST_CONNECTIONS = 30;
const COUNT = 'gateway_count_usage(text, bigint, text[], bigint[], bigint[], bigint[])';

/** PostgreSQL's codes for a login that is turned away: no such role, a wrong password, no right to connect. */
const TURNED_AWAY = new Set(['28000', '28P01', '42501']);
const NOT_ALLOWED = '42501';

/**
 * Makes sure that the database has a role for the entry point, named after the database, that may connect, read the view of valid
 * credentials and call the function that counts usage. Where the role is right already, nothing is changed and no right to create
 * roles is needed. Several processes may do so at once.
 * @param siteDatabaseUrl of the migrated database, as the role that owns its tables.
 * @param password of the role; it is set anew where it is not this one.
 * @returns the URL by which the entry point connects: the site's, with this role.
 * @throws EnvironmentError where the site's role may not create roles, or the role cannot log in; it says what to do.
 */
export async function prepareGatewayRole(siteDatabaseUrl: string, password: string): Promise<string> {
  const site = new Client({ connectionString: siteDatabaseUrl, connectionTimeoutMillis: 5_000 });
  await site.connect();
  try {
    const { rows } = await site.query<{ database: string }>('SELECT current_database() AS database');
    const database = rows[0]?.database ?? '';
    const role = roleOf(database);
    const url = withLogin(siteDatabaseUrl, role, password);
    if ((await shortcomingOf(url)) === null) return url;
    await makeRole(site, database, role, password);
    const shortcoming = await shortcomingOf(url);
    if (shortcoming)
      throw new EnvironmentError(`The entry point cannot use its database role ${role}: ${shortcoming}.\n${OTHERWISE}`);
    return url;
  } finally {
    await site.end();
  }
}

/** Role names hold 63 bytes, and are shared by all databases of a cluster. */
function roleOf(database: string): string {
  const name = `${database}_gateway`;
  if (Buffer.byteLength(name) <= 63) return name;
  return `${createHash('sha256').update(database).digest('hex').slice(0, 32)}_gateway`;
}

/** The URL with another login. Not by URL, which takes no empty host: sockets in a folder are given in the query. */
function withLogin(url: string, role: string, password: string): string {
  const [, scheme = '', authority = '', rest = ''] = /^(\w+:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const [path = '', query] = rest.split('?', 2);
  const kept = query?.split('&').filter((parameter) => !/^(user|password)=/.test(parameter));
  const login = `${encodeURIComponent(role)}:${encodeURIComponent(password)}`;
  return `${scheme}${login}@${host}${path}${kept?.length ? `?${kept.join('&')}` : ''}`;
}

/** What keeps the login from doing its work; null where it can. */
async function shortcomingOf(url: string): Promise<string | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ right: boolean }>(
      `SELECT has_schema_privilege('public', 'USAGE') AND has_table_privilege($1, 'SELECT')
              AND has_function_privilege($2, 'EXECUTE') AS right`,
      [`public.${VIEW}`, `public.${COUNT}`],
    );
    return rows[0]?.right ? null : 'it may not read the credentials or not count usage';
  } catch (error) {
    if (error instanceof DatabaseError && TURNED_AWAY.has(error.code ?? '')) return error.message;
    throw error;
  } finally {
    await client.end();
  }
}

async function makeRole(site: Client, database: string, role: string, password: string): Promise<void> {
  const name = escapeIdentifier(role);
  const grants = grantsTo(database, name);
  try {
    await site.query(`BEGIN; SELECT pg_advisory_xact_lock(${advisoryLocks.makingRole})`);
    const { rowCount } = await site.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    const verifier = escapeLiteral(scramVerifier(password));
    await site.query(
      `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN CONNECTION LIMIT ${MOST_CONNECTIONS} PASSWORD ${verifier}; ${grants.join('; ')}; COMMIT`,
    );
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== NOT_ALLOWED) throw error;
    const script = [`CREATE ROLE ${name} LOGIN CONNECTION LIMIT ${MOST_CONNECTIONS} PASSWORD '…'`, ...grants]
      .map((line) => `  ${line};`)
      .join('\n');
    throw new EnvironmentError(
      `The entry point needs a database role of its own, which that of DATABASE_URL may not create (${error.message}). Somebody who may runs\n${script}\n${OTHERWISE}`,
    );
  }
}

const OTHERWISE = 'Then set GATEWAY_DATABASE_URL to connect by it, or set GATEWAY=0 to run without an entry point.';

function grantsTo(database: string, name: string): string[] {
  return [
    `GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${name}`,
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    `GRANT SELECT ON public.${VIEW} TO ${name}`,
    `GRANT EXECUTE ON FUNCTION public.${COUNT} TO ${name}`,
  ];
}

/**
 * What PostgreSQL keeps of a password (RFC 5802), made here: the password itself would stand in its
 * log where the statement fails.
 */
function scramVerifier(password: string): string {
  const iterations = 4_096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyFor = (purpose: string) => createHmac('sha256', salted).update(purpose).digest();
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyFor('Server Key').toString('base64')}`;
}
