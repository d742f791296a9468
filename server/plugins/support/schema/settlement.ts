/** What the desk is asked about failed orders, claims on suppliers and payments on hold, and to do with them. */
import { z } from 'zod';
import { failedSorts } from '../../orders/port.ts';
import { SETTLEMENT_REASON_LENGTH } from '../rules.ts';
import { reasonSchema, reasonUpTo } from './audit.ts';

/** Pages count from 1. */
const page = z.int().min(1).max(100_000).default(1);

export const queueInput = z.object({ sort: z.enum(failedSorts).default('oldest'), page });

export const claimsInput = z.object({ page });

export const closeClaimInput = z.object({ claim_id: z.int().min(1).max(2_147_483_647), reason: reasonSchema });

export const closePaymentInput = z.object({ payment_id: z.uuid(), reason: reasonSchema });

export const orderInput = z.object({ order_id: z.int().min(1).max(2_147_483_647) });

/** `reason` is printed on the credit note of a refund. */
export const settleInput = orderInput.extend({
  how: z.enum(['deliver', 'refund']),
  reason: reasonUpTo(SETTLEMENT_REASON_LENGTH).regex(/^\P{Cc}*$/u),
});
