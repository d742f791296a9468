/** Which credentials expire when, so that the sweep for those that have just expired looks at few of them. */
import type { Credential } from './credential.ts';

export interface ExpiryCalendar {
  add(credential: Credential): void;
  /** Takes it out again, while it still has the expiry with which it was added. */
  remove(credential: Credential): void;
  /** Those that have expired at this moment. They may be removed while this is read. */
  due(now: number): Iterable<Credential>;
}

const HOUR_MS = 3_600_000;
const hourOf = ({ expiresAt }: Credential) => Math.floor(expiresAt / HOUR_MS);

export function createExpiryCalendar(): ExpiryCalendar {
  const hours = new Map<number, Set<Credential>>();
  return {
    add(credential) {
      const hour = hourOf(credential);
      const others = hours.get(hour);
      if (others) others.add(credential);
      else hours.set(hour, new Set([credential]));
    },
    remove(credential) {
      const hour = hourOf(credential);
      const others = hours.get(hour);
      others?.delete(credential);
      if (others?.size === 0) hours.delete(hour);
    },
    *due(now) {
      for (const [hour, credentials] of hours) {
        if (hour * HOUR_MS > now) continue;
        for (const credential of credentials) if (credential.expiresAt <= now) yield credential;
      }
    },
  };
}
