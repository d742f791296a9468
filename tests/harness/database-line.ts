/** The line between the site and its database, which a test can cut at a chosen moment. */
import { once } from 'node:events';
import net from 'node:net';

export interface DatabaseLine {
  /** Connection URL that leads over the line. */
  readonly url: string;
  /** Cuts every connection, and lets no new one through until `mend`. */
  cut(): void;
  mend(): void;
  /**
   * Cuts the connection that commits next, before the COMMIT arrives or between it and its answer.
   * Resolves when that has happened.
   * @param of a text that the transaction has said before: the site's own jobs commit as well.
   */
  cutAtCommit(when: 'before' | 'after', of?: string): Promise<void>;
  /** The same at the next packet that contains `text`; `after` is once PostgreSQL begins to answer it. */
  cutAt(text: string, when: 'before' | 'after', of?: string): Promise<void>;
  /** Holds the next packet that contains `text`, for ever: time stands still there. Resolves when it has arrived. */
  holdAt(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Packets of a connection that are remembered. */
const REMEMBERED = 50;

/** @param databaseUrl of a database behind a socket in a folder, as scratch clusters have it. */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const [, user, name, query] = /\/\/([^@]*)@\/([^/?]+)\?(.*)$/.exec(databaseUrl) ?? [];
  const parameters = new URLSearchParams(query);
  const target = `${parameters.get('host')}/.s.PGSQL.${parameters.get('port')}`;
  const lines = new Set<() => void>();
  let whole = true;
  let armed: { text: string; when: 'before' | 'after' | 'hold'; of: string; done(): void } | undefined;

  const server = net.createServer((site) => {
    if (!whole) return void site.destroy();
    const database = net.connect(target);
    const cut = () => {
      lines.delete(cut);
      site.destroy();
      database.destroy();
    };
    lines.add(cut);
    for (const end of [site, database]) end.on('error', cut).on('close', cut);
    /** What was said since the last transaction began. */
    let said: Buffer[] = [];
    const isSaid = (text: string) => said.some((packet) => packet.includes(text));
    site.on('data', (bytes) => {
      said = bytes.includes('BEGIN\0') ? [bytes] : [...said.slice(-REMEMBERED), bytes];
      if (!armed || !bytes.includes(armed.text) || !isSaid(armed.of)) return void database.write(bytes);
      const { when, done } = armed;
      armed = undefined;
      database.removeAllListeners('data');
      const lose = () => {
        cut();
        done();
      };
      if (when === 'hold') {
        site.pause();
        return done();
      }
      if (when === 'before') return lose();
      // PostgreSQL answers once it has committed; nobody hears it.
      database.once('data', lose);
      database.write(bytes);
    });
    database.on('data', (bytes) => site.write(bytes));
  });
  const at = (text: string, when: 'before' | 'after' | 'hold', of = '') =>
    new Promise<void>((done) => {
      armed = { text, when, of, done };
    });
  const cutAt: DatabaseLine['cutAt'] = at;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${name}?sslmode=disable`,
    cut() {
      whole = false;
      for (const cut of [...lines]) cut();
    },
    mend() {
      whole = true;
    },
    cutAtCommit: (when, of) => cutAt('COMMIT\0', when, of),
    cutAt,
    holdAt: (text) => at(text, 'hold'),
    async close() {
      for (const cut of [...lines]) cut();
      server.close();
      await once(server, 'close');
    },
  };
}
