/** How far proxies are from their end, as lists of them are narrowed. */

/** `live` are also those that expire soon, which `expiring` are alone. */
export const expiryStates = ['live', 'expiring', 'expired'] as const;
export type ExpiryState = (typeof expiryStates)[number];

/**
 * A condition in SQL on `expires_at`; where the state is null, everything fits.
 * @param state the parameter that has the state, `$4`. @param soonDays the one that has the days within which a proxy expires soon.
 */
export function expiryCondition(state: string, soonDays: string): string {
  return `CASE ${state}::text WHEN 'live' THEN expires_at > now() WHEN 'expired' THEN expires_at <= now()
     WHEN 'expiring' THEN expires_at > now() AND expires_at <= now() + make_interval(days => ${soonDays}) ELSE true END`;
}
