/** The site's own addresses as a supplier: leasing is a write in the buyer's own transaction. */
import type { LocalSupplier } from '../port/suppliers.ts';
import * as pool from '../store/pool.ts';

export const addressPool: LocalSupplier = {
  kind: 'local',
  available: pool.available,
  async allocate(tx, { country, qty, at, until, patient }) {
    const leased = await tx.run(patient ? pool.patientLeaseStatement : pool.leaseStatement, country, qty, at, until);
    return leased.map(({ id }) => id);
  },
};
