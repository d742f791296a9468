/** Procedures of proxies: they are bought through orders and listed by resale, so that only the stock is asked here. */
import { countries } from '#server/kernel/countries.ts';
import { publicProcedure, router } from '#server/kernel/trpc.ts';
import { availableByCountry } from './port.ts';

export const proxiesRouter = router({
  /** How many proxies of each country could be bought now, for anybody to see. */
  available: publicProcedure.query(async ({ ctx }) => {
    const available = await availableByCountry(ctx.services.db, ctx.services.extensions);
    return countries.map((country) => ({ country, available: available.get(country) ?? 0 }));
  }),
});
