/** Upstreams: what a remote supplier delivered, for one proxy of ours each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '#server/kernel/database.ts';
import { createEntryHosts, type EntryHost } from '#server/kernel/entry-hosts.ts';
import { upstreamVault } from '#server/kernel/gateway-key.ts';
import type { Services } from '#server/kernel/services.ts';
import { tryCredential } from '../adapters/credential-check.ts';
import * as store from '../store/proxies.ts';

/** A remote supplier's proxy, for one proxy of ours. */
export interface Upstream {
  readonly protocol: 'socks5' | 'http';
  readonly host: string;
  /** The host was told by somebody elsewhere, and has to be on the internet whenever it is connected to. */
  readonly outside: boolean;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/** Which purchase from a supplier brought an upstream, its id there, and until when it is valid there. */
export interface UpstreamOrigin {
  readonly supplierOrderId: number;
  readonly remoteProxyId: string;
  readonly expiresAt: Date;
}

/**
 * Writes upstreams, their passwords sealed for the entry point. Nothing of theirs is written twice: the database refuses a login that is
 * there already.
 * @returns their ids, in their order.
 */
export function receive(
  tx: Transaction,
  { secrets }: Pick<Services, 'secrets'>,
  upstreams: readonly (Upstream & { readonly origin?: UpstreamOrigin })[],
): Promise<number[]> {
  const vault = upstreamVault(secrets.gatewayKey);
  return Promise.all(
    upstreams.map(({ password, ...login }) =>
      store.insertUpstream(tx, { ...login, passwordCiphertext: vault.seal(password, login) }),
    ),
  );
}

const findHost = createEntryHosts();

/** Why an upstream cannot be used, over the protocol by which it would be; null where it connects. `not_public`: nothing was connected to. */
export async function upstreamProblem(
  upstream: Upstream,
  checkUrl: string,
  patienceMs: number,
): Promise<'not_public' | 'does_not_connect' | null> {
  const { host, outside, protocol } = upstream;
  const looking = new Promise<EntryHost>((done) => findHost(host, outside, done));
  const found = await Promise.race([looking, sleep(patienceMs, { problem: 'unknown' } as const, { ref: false })]);
  if ('problem' in found) return found.problem === 'inside' ? 'not_public' : 'does_not_connect';
  const { socks5, http } = await tryCredential(upstream, checkUrl, patienceMs, found.ips);
  return (protocol === 'socks5' ? socks5 : http).ok ? null : 'does_not_connect';
}
