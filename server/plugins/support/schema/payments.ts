/** What the desk is asked to do with payments on hold. */
import { z } from 'zod';
import { reasonSchema } from './audit.ts';

export const closeInput = z.object({ payment_id: z.uuid(), reason: reasonSchema });
