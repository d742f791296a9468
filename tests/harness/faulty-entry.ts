/** The line between a site and its supplier's entry point, over TCP: honest unless a test says what becomes of the next SOCKS5 connections. */
import { once } from 'node:events';
import net from 'node:net';
import { freePort } from './free-port.ts';

/** What becomes of a connection. The supplier's answers within the handshake are 2 bytes (the method), 2 (the verdict) and 10 (the reply). */
export const entryFaults = [
  'none',
  /** Taken, and reset or left alone. */
  'reset',
  'silent',
  /** Cut behind an answer, or within the last. */
  'cut_after_greeting',
  'cut_after_login',
  'cut_in_reply',
  /** Says that it has finished within the handshake, and stays. */
  'ends_after_login',
  /** Something that is no SOCKS5. */
  'garbage',
  /** Every byte on its own. */
  'slow',
  /** Behind the first bytes of the target's: cut, or finished in that direction alone. */
  'cut_in_data',
  'ends_in_data',
] as const;

export type EntryFault = (typeof entryFaults)[number];

const HANDSHAKE = 14;
/** Bytes of the target's that pass before the faults in the data. */
export const DATA_BEFORE = 20;

/** Behind how many bytes of the supplier's the connection is cut, or ends in that direction. */
const CUTS: Partial<Record<EntryFault, number>> = {
  cut_after_greeting: 2,
  cut_after_login: 4,
  cut_in_reply: 7,
  cut_in_data: HANDSHAKE + DATA_BEFORE,
};
const ENDS: Partial<Record<EntryFault, number>> = { ends_after_login: 4, ends_in_data: HANDSHAKE + DATA_BEFORE };
/** Slow bytes of a connection; what follows goes as it comes. */
const SLOW_BYTES = 60;
const SLOW_MS = 4;

export interface FaultyEntry {
  /** On 127.0.0.1; the supplier's entry point has the same on `ENTRY_BIND`. */
  readonly port: number;
  /** Says what becomes of each SOCKS5 connection, counted from 1 on since this was said. */
  behave(choose: (nth: number) => EntryFault): void;
  /** The same by the username, once that is told, and which connection under it this is; what comes before passes. */
  behaveByLogin(choose: (username: string, attempt: number) => Promise<EntryFault>): void;
  /** Refuses connections until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Where a supplier's entry point listens, so that the line can have its port on 127.0.0.1. */
export const ENTRY_BIND = '127.0.0.9';

export async function openFaultyEntry(): Promise<FaultyEntry> {
  let choose: (nth: number) => EntryFault = () => 'none';
  let chooseByLogin: ((username: string, attempt: number) => Promise<EntryFault>) | null = null;
  let connections = 0;
  const attempts = new Map<string, number>();
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (site) => {
    track(site);
    site.once('data', (first) => {
      // Over HTTP, as deliveries are tried as well, nothing is disturbed.
      connections += first[0] === 5 ? 1 : 0;
      if (first[0] === 5 && chooseByLogin) carry(site, first, 'none', chooseByLogin);
      else carry(site, first, first[0] === 5 ? choose(connections) : 'none');
    });
  });

  function track(socket: net.Socket): void {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }

  /** Does what needs no supplier. @returns whether that was all. */
  function falls(site: net.Socket, fault: EntryFault): boolean {
    if (fault === 'reset') site.resetAndDestroy();
    else if (fault === 'garbage') site.write('SSH-2.0-OpenSSH_9.6\r\n');
    else if (fault !== 'silent') return false;
    site
      .removeAllListeners('data')
      .on('end', () => site.end())
      .resume();
    return true;
  }

  function carry(site: net.Socket, first: Buffer, atOnce: EntryFault, byLogin: typeof chooseByLogin = null): void {
    if (falls(site, atOnce)) return;
    let fault = atOnce;
    const supplier = net.connect({ host: ENTRY_BIND, port, allowHalfOpen: true, noDelay: true });
    track(supplier);
    supplier.write(first);
    const hear = (bytes: Buffer) => void supplier.write(bytes);
    const hearLogin = async (bytes: Buffer) => {
      site.off('data', hearLogin).pause();
      const username = bytes.subarray(2, 2 + (bytes[1] ?? 0)).toString('latin1');
      const attempt = (attempts.get(username) ?? 0) + 1;
      attempts.set(username, attempt);
      fault = (await byLogin?.(username, attempt)) ?? 'none';
      if (fault === 'cut_after_greeting') fault = 'reset';
      if (falls(site, fault)) return void supplier.destroy();
      supplier.write(bytes);
      site.on('data', hear).resume();
    };
    site.on('data', byLogin ? hearLogin : hear).on('end', () => supplier.end());
    site.on('close', () => supplier.destroy());
    const stopAt = () => CUTS[fault] ?? ENDS[fault] ?? Number.POSITIVE_INFINITY;
    let passed = 0;
    let slowly = Promise.resolve();
    const pass = async (bytes: Buffer) => {
      for (const [nth, byte] of bytes.entries()) {
        if (passed >= SLOW_BYTES) return void site.write(bytes.subarray(nth));
        site.write(Uint8Array.of(byte));
        passed += 1;
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      }
    };
    supplier.on('data', (bytes) => {
      if (fault === 'slow') {
        slowly = slowly.then(() => pass(bytes));
        return;
      }
      const stop = stopAt();
      if (passed >= stop) return;
      const told = bytes.subarray(0, stop - passed);
      passed += told.length;
      if (passed < stop) site.write(told);
      else if (fault in ENDS) site.end(told);
      // Sent before the reset, and read by the other side as far as its system does.
      else site.write(told, () => site.resetAndDestroy());
    });
    const isWhole = () => stopAt() === Number.POSITIVE_INFINITY && site.listenerCount('data') > 0;
    supplier.on('end', () => void slowly.then(() => isWhole() && site.end()));
    supplier.on('close', () => void slowly.then(() => isWhole() && site.destroySoon()));
  }

  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const shut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  // Nobody else is lent it while it is shut.
  const port = await freePort();
  await listen(port);
  return {
    port,
    behave(decide) {
      connections = 0;
      choose = decide;
      chooseByLogin = null;
    },
    behaveByLogin(decide) {
      chooseByLogin = decide;
    },
    shut,
    open: () => listen(port),
    close: shut,
  };
}
