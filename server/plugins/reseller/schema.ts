/** Shapes of the reseller area, shared with its page. */
import { z } from 'zod';

/** What the page shows of the API key: never the key itself. */
export const apiKeyStatusSchema = z.object({
  reseller_mode: z.boolean(),
  base_url: z.url(),
  /** Null where the account has no key. */
  key: z.object({ last_four: z.string(), created_at: z.iso.datetime(), last_used_at: z.iso.datetime().nullable() }).nullable(),
});

/** A new key, shown this once. */
export const generatedKeySchema = z.object({ api_key: z.string(), last_four: z.string() });
