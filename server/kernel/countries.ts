/** The countries on sale, as the Prisma schema lists them, and what people call them. */
import { Country } from '#prisma/generated/enums.ts';

export { Country };

/** In the order in which the API and the pages list them. */
export const countries = Object.values(Country);

export const countryNames: Record<Country, string> = { fr: 'France', es: 'Spain', eu: 'Europe' };
