/** A discount in per cent, as the desk takes it. */
import { z } from 'zod';
import { DISCOUNT_PERCENT } from '#server/kernel/percent.ts';

/** Per cent of the list price, in hundredths. */
export const discountPercentSchema = z
  .number()
  .min(DISCOUNT_PERCENT.min)
  .max(DISCOUNT_PERCENT.max)
  .multipleOf(0.01, 'Give per cent with at most two decimals.');
