/** Looking at suppliers: what they have, and whether they are there at all. */
import type { Services } from '#server/kernel/services.ts';
import { look } from '../adapters/reseller-api.ts';
import { supplierRules } from '../rules.ts';
import { forgetCalls } from '../store/calls.ts';
import { claimDue, failed, type SupplierAccess, saw } from '../store/suppliers.ts';
import { apiOf } from './access.ts';

/** Looks at each supplier that is due; the job behind stock and health. */
export async function watchSuppliers(services: Services): Promise<void> {
  // Somewhat less than the interval, so that a look is not put off by the time that the one before it took.
  const due = await claimDue(services.db, supplierRules.watchSeconds - 5);
  await Promise.all(due.map((supplier) => lookAt(services, supplier)));
}

/** Looks at a supplier and writes down what it has. */
async function lookAt(services: Services, supplier: SupplierAccess): Promise<void> {
  try {
    const seen = await look(apiOf(services, supplier));
    await services.db.transaction((tx) => saw(tx, supplier.id, seen, supplierRules.downSeconds));
  } catch (error) {
    const problem = error instanceof Error ? error.message.slice(0, 100) : 'unknown';
    services.log.warn({ supplier: supplier.name, problem }, 'a supplier did not answer as it should');
    // Whoever has enough of our calls for this minute is there, and sells.
    if (problem !== 'rate_limited') await failed(services.db, supplier.id, problem);
  }
}

/** Forgets how suppliers answered longer ago than the desk shows. */
export async function forgetOldCalls({ db }: Services): Promise<void> {
  await forgetCalls(db, supplierRules.callDaysKept);
}
