/** Shapes of billing, shared with the API, the pages and the docs. */
import { z } from 'zod';

/** Specification section 2, Balance. */
export const balanceSchema = z.object({
  balance: z.number().meta({ description: 'Current balance, euros.', example: 125.5 }),
  currency: z.literal('EUR').meta({ description: 'Always EUR.' }),
});
