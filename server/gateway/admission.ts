/** How much may be open at once: connections of a client address, tunnels of a proxy and of an account. */
import type { Counts } from './counts.ts';
import type { Credential } from './directory/credential.ts';
import type { GatewaySettings } from './settings.ts';

export type AdmissionLimits = Pick<
  GatewaySettings,
  'GATEWAY_CONNECTIONS_PER_SOURCE' | 'GATEWAY_TUNNELS_PER_PROXY' | 'GATEWAY_TUNNELS_PER_ACCOUNT'
>;

export class Admission {
  private readonly limits: AdmissionLimits;
  private readonly counts: Counts;
  private readonly bySource = new Map<string, number>();
  private readonly byAccount = new Map<number, number>();

  /** @param counts whose connections are counted here. */
  constructor(limits: AdmissionLimits, counts: Counts) {
    this.limits = limits;
    this.counts = counts;
  }

  /** Counts a connection of a source (see networkOf). False where it has too many; then it is not counted. */
  enter(source: string): boolean {
    const admitted = take(this.bySource, source, this.limits.GATEWAY_CONNECTIONS_PER_SOURCE);
    if (admitted) this.counts.connections += 1;
    return admitted;
  }

  leave(source: string): void {
    release(this.bySource, source);
    this.counts.connections -= 1;
  }

  /** Counts a tunnel of a credential, whose `open` the caller adds to. False where there are too many; then it is not counted. */
  open(credential: Credential): boolean {
    if (credential.open.size >= this.limits.GATEWAY_TUNNELS_PER_PROXY) return false;
    return take(this.byAccount, credential.accountId, this.limits.GATEWAY_TUNNELS_PER_ACCOUNT);
  }

  close(credential: Credential): void {
    release(this.byAccount, credential.accountId);
  }
}

function take<K>(counts: Map<K, number>, key: K, most: number): boolean {
  const count = counts.get(key) ?? 0;
  if (count >= most) return false;
  counts.set(key, count + 1);
  return true;
}

/** What counts nothing is forgotten, so that the maps hold only what is open. */
function release<K>(counts: Map<K, number>, key: K): void {
  const count = counts.get(key) ?? 0;
  if (count <= 1) counts.delete(key);
  else counts.set(key, count - 1);
}
