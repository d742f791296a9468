/** Upstreams: what a remote supplier delivered, for one proxy of ours each. */
import type { Transaction } from '#server/kernel/database.ts';
import { upstreamVault } from '#server/kernel/gateway-key.ts';
import type { Services } from '#server/kernel/services.ts';
import { tryCredential } from '../adapters/credential-check.ts';
import * as store from '../store/proxies.ts';

/** A remote supplier's proxy, for one proxy of ours. */
export interface Upstream {
  readonly protocol: 'socks5' | 'http';
  readonly host: string;
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

/** Why an upstream cannot be used, over the protocol by which it would be; null where it connects. */
export async function upstreamProblem(upstream: Upstream, checkUrl: string, patienceMs: number): Promise<string | null> {
  const { socks5, http } = await tryCredential(upstream, checkUrl, patienceMs);
  const result = upstream.protocol === 'socks5' ? socks5 : http;
  return result.ok ? null : result.reason;
}
