/** What other plugins may ask of proxies; suppliers and credentials stand in port/. */
import type { Queryable } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { ipJsonUrl } from '#server/kernel/ip-url.ts';
import { entryPointLimits, limits } from '#server/kernel/limits.ts';
import type { Services } from '#server/kernel/services.ts';
import { checkCredential } from './adapters/credential-check.ts';
import { listLimits } from './rules.ts';
import type { CheckOutput, Chosen, DeliveredProxy } from './schema.ts';
import * as list from './store/list.ts';
import { forgetUsage } from './store/usage.ts';

export {
  credentials,
  delivered,
  issue,
  mint,
  proxiesOfOrder,
  resetPassword,
  resetPasswords,
  unsealSample,
} from './port/credentials.ts';
export { replaceAddress } from './port/replacing.ts';
export { putBack, type Retirement, retire } from './port/retirement.ts';
export { addressList, previewImport, setRest, stockOverview } from './port/stock.ts';
export {
  allocate,
  type Lease,
  offers,
  type RemoteOrder,
  type RemoteStanding,
  type RemoteSupplier,
  remoteSuppliers,
  type SupplierOffer,
  sellableAt,
  stock,
  supplierPoint,
} from './port/suppliers.ts';
export { receive, type Upstream, upstreamProblem } from './port/upstreams.ts';
export { addressStates, searchTerm, stockLimits } from './rules.ts';
export { type CheckResult, type Chosen, chosenSchema, proxySchema } from './schema.ts';
export { counts as countProxies, ownerOfProxy } from './store/list.ts';
export { addAddresses, findAddresses } from './store/pool.ts';
export { countLive, deliveredInOrder, orderOf } from './store/proxies.ts';
export { accountsDue, due, prolong, renewable } from './store/renewing.ts';
export { countReserved, release, reserve, takeReserved } from './store/reserved.ts';
export { stateCounts as countByState } from './store/stock.ts';

/** The ids that were chosen, or that the filter finds now, in its order. Whether chosen ones are the account's own is for what meets them. */
export async function idsOf(db: Queryable, accountId: AccountId, chosen: Chosen): Promise<readonly string[]> {
  if ('ids' in chosen) return [...new Set(chosen.ids)];
  return list.ids(db, accountId, chosen.found, { soonDays: limits.proxySoonDays, limit: listLimits.ids });
}

/**
 * Tries a proxy as a client would, over both protocols, against the site's own address.
 * @param subject on whose behalf: one check at a time.
 * @returns null where another check of the subject is under way.
 */
export function checkProxy(services: Services, subject: string, proxy: DeliveredProxy): Promise<CheckOutput | null> {
  return checkCredential(subject, proxy, ipJsonUrl(services.env.SITE_URL));
}

/** An entry point that has been silent for so long is not going to send its last batch again. */
const SILENT_GATEWAY_DAYS = 2;

/** Deletes usage that nobody is shown any more; the job behind it runs daily. */
export async function forgetOldUsage({ db }: Services): Promise<void> {
  await forgetUsage(db, entryPointLimits.trafficDaysKept, SILENT_GATEWAY_DAYS);
}
