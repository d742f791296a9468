/**
 * Names that the operator or a supplier gave (the site's own, those of entry points), resolved as every program of the machine does,
 * /etc/hosts included. Names of clients never come here: the look-up blocks a thread, and it would show what the machine alone should see.
 */
import dns from 'node:dns';

const keptMs = 30_000;

export interface SystemNames {
  /**
   * Calls back at once where the addresses are known, which they are for 30 seconds. Only one look-up of a name runs at a time.
   * @param done gets the addresses of both families in the system's order of preference; none where the name has none.
   */
  resolve(name: string, done: (addresses: readonly string[]) => void): void;
}

interface Entry {
  addresses: readonly string[];
  expiresAt: number;
  waiting: ((addresses: readonly string[]) => void)[];
}

export function createSystemNames(now: () => number = Date.now): SystemNames {
  const entries = new Map<string, Entry>();

  function lookUp(name: string, entry: Entry): void {
    dns.lookup(name, { all: true }, (error, found) => {
      const addresses = error ? [] : found.map(({ address }) => address);
      entry.addresses = addresses;
      // A failure is asked again next time.
      entry.expiresAt = error ? 0 : now() + keptMs;
      for (const done of entry.waiting.splice(0)) done(addresses);
    });
  }

  return {
    resolve(name, done) {
      let entry = entries.get(name);
      if (entry && now() < entry.expiresAt) {
        done(entry.addresses);
        return;
      }
      if (!entry) {
        entry = { addresses: [], expiresAt: 0, waiting: [] };
        entries.set(name, entry);
      }
      entry.waiting.push(done);
      if (entry.waiting.length === 1) lookUp(name, entry);
    },
  };
}
