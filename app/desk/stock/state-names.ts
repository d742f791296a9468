/** What the states of an address are called. */
import type { AddressState } from '#server/plugins/proxies/rules.ts';

export const stateNames: Readonly<Record<AddressState, string>> = {
  free: 'Free',
  leased: 'Leased',
  resting: 'At rest',
  retired: 'Retired',
};
