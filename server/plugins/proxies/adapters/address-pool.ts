/** The site's own addresses as a supplier: leasing is a write in the buyer's own transaction. */
import type { Supplier } from '../port.ts';
import * as pool from '../store/pool.ts';

export const addressPool: Supplier = {
  id: 'address_pool',
  available: pool.available,
  async allocate(tx, { country, qty, at, until, patient }) {
    const leased = await tx.run(patient ? pool.patientLeaseStatement : pool.leaseStatement, country, qty, at, until);
    return leased.map(({ id }) => ({ addressId: id }));
  },
};
