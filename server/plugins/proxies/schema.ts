/** Shapes of proxies, shared with the API, the pages and the docs. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';

/** Specification section 2, Proxy. */
export const proxySchema = z.object({
  proxy_id: z.string().meta({ description: 'Proxy identifier in the reseller area.' }),
  host: z.string().meta({ description: 'Entry point address.' }),
  port: z.int().meta({ description: 'Entry point port, the same for SOCKS5 and HTTP.' }),
  username: z.string().meta({ description: 'Login username; it designates the proxy.' }),
  password: z.string().meta({ description: 'Proxy password.' }),
  access: z.string().meta({ description: '`host:port:username:password` joined in one string.' }),
  country: z.enum(Country).meta({ description: 'Country of the proxy.' }),
  expires_at: z.iso.datetime().meta({ description: 'ISO 8601 UTC, 30 days after the purchase.' }),
});

export type DeliveredProxy = z.infer<typeof proxySchema>;
