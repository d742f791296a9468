/** What the entry point has counted since it started: plain numbers, which cost nothing to raise and are read by the metrics. */
import { type Refusal, refusals } from '#server/kernel/refusals.ts';

const losses = ['deadline', 'left', 'held_back', 'expired', 'revoked', 'stopped'] as const;

/** How a connection ended that was neither refused nor became a tunnel. */
export type Loss = (typeof losses)[number];

export class Counts {
  /** Connections that were accepted. */
  accepted = 0;
  /** Connections open now, tunnels among them. */
  connections = 0;
  tunnelsOpened = 0;
  /** Tunnels open now. */
  tunnels = 0;
  /** Bytes relayed from clients to targets, and back. */
  up = 0;
  down = 0;
  readonly refused = new Map<Refusal, number>((Object.keys(refusals) as Refusal[]).map((reason) => [reason, 0]));
  readonly lost = new Map<Loss, number>(losses.map((loss) => [loss, 0]));

  refuse(reason: Refusal): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
  }

  lose(loss: Loss): void {
    this.lost.set(loss, (this.lost.get(loss) ?? 0) + 1);
  }
}
