/** Reads the values of the command line, strictly: what could be meant in two ways is refused with what was expected. */
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { type Country, countries } from '#server/kernel/countries.ts';
import { limits } from '#server/kernel/limits.ts';
import { type Cents, parseEuros } from '#server/kernel/money.ts';
import { DISCOUNT_PERCENT, toBasisPoints } from '#server/kernel/percent.ts';
import { emailSchema, passwordSchema } from '#server/plugins/accounts/schema.ts';
import { promoCodeSchema } from '#server/plugins/promotions/schema.ts';
import { MOST_CAP, PRICE_LIMITS, REASON_LENGTH, SETTLEMENT_REASON_LENGTH } from '#server/plugins/support/rules.ts';

/** An e-mail address, in lower case. */
export function email(text: string): string {
  return parsed(emailSchema.safeParse(text));
}

export function password(text: string): string {
  return parsed(passwordSchema.safeParse(text));
}

function parsed(result: z.ZodSafeParseResult<string>): string {
  if (result.success) return result.data;
  throw new InvalidArgumentError(result.error.issues.map((issue) => issue.message).join(' '));
}

export function country(text: string): Country {
  const found = countries.find((known) => known === text.toLowerCase());
  if (!found) throw new InvalidArgumentError(`Give one of ${countries.join(', ')}.`);
  return found;
}

/** Euros to cents. */
export function euros(text: string): Cents {
  const amount = parseEuros(text);
  if (amount === null) throw new InvalidArgumentError('Give euros with at most two decimals, such as 25.00.');
  return amount;
}

/** A unit price in euros, to cents. */
export function price(text: string): Cents {
  const amount = euros(text);
  if (amount < 1 || amount > PRICE_LIMITS.unitCents) {
    throw new InvalidArgumentError(`Give a price from 0.01 to ${PRICE_LIMITS.unitCents / 100} euros.`);
  }
  return amount;
}

/** Per cent with at most two decimals, to basis points. */
export function percent(text: string): number {
  // Hundredths of a per cent are read as cents of a euro are.
  const basisPoints = parseEuros(text);
  if (
    basisPoints === null ||
    basisPoints < toBasisPoints(DISCOUNT_PERCENT.min) ||
    basisPoints > toBasisPoints(DISCOUNT_PERCENT.max)
  ) {
    throw new InvalidArgumentError(`Give per cent from ${DISCOUNT_PERCENT.min} to ${DISCOUNT_PERCENT.max}, such as 15 or 12.5.`);
  }
  return basisPoints;
}

/** As `percent`, or `none`. (Not null: commander would take that for an option without a value.) */
export function percentOrNone(text: string): number | 'none' {
  return text === 'none' ? text : percent(text);
}

export function tierName(text: string): string {
  if (!/^[a-z0-9_-]{1,40}$/.test(text) || text === 'none') {
    throw new InvalidArgumentError('Use up to 40 lower-case letters, digits, - and _ (and not "none").');
  }
  return text;
}

/** A promo code, in upper case. */
export function promoCode(text: string): string {
  return parsed(promoCodeSchema.safeParse(text));
}

/** A daily cap, or `default`. */
export function capOrDefault(text: string): number | 'default' {
  return text === 'default' ? text : wholeNumber(0, MOST_CAP)(text);
}

/** The moment until which something holds: a day includes all of itself (UTC). */
export function until(text: string): Date {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? endOfDay(text) : exactMoment(text);
  if (!moment || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError('Give a day such as 2027-01-31 (all of it, UTC) or a moment such as 2027-01-31T12:00:00Z.');
  }
  if (moment.getTime() <= Date.now()) throw new InvalidArgumentError('That is past already.');
  return moment;
}

/** The moment from which something holds: a day from its beginning (UTC). It may be past. */
export function from(text: string): Date {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? startOfDay(text) : exactMoment(text);
  if (!moment || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError(
      'Give a day such as 2027-01-31 (its beginning, UTC) or a moment such as 2027-01-31T12:00:00Z.',
    );
  }
  return moment;
}

function startOfDay(text: string): Date | null {
  const day = new Date(`${text}T00:00:00Z`);
  // JavaScript would take the 31st of a shorter month for a day of the next.
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? null : day;
}

function endOfDay(text: string): Date | null {
  const day = startOfDay(text);
  return day && new Date(day.getTime() + 24 * 60 * 60 * 1_000);
}

function exactMoment(text: string): Date | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : null;
}

/** From how many proxies on a price holds. */
export const minQty = wholeNumber(1, limits.proxiesPerOrder);

/** A reader of whole numbers within bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
    return value;
  };
}

const REASON = new RegExp(`^\\P{Cc}{${REASON_LENGTH.min},${SETTLEMENT_REASON_LENGTH}}$`, 'u');

/** Why something is done, in one line, as a customer may read it. */
export function reason(text: string): string {
  const said = text.trim();
  if (!REASON.test(said)) {
    throw new InvalidArgumentError(`Give one line of ${REASON_LENGTH.min} to ${SETTLEMENT_REASON_LENGTH} characters.`);
  }
  return said;
}
