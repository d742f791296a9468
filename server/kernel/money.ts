/** Money: integer cents inside, euros with at most two decimals at the edges (decision 18). */
import type { Branded } from './ids.ts';

/** A whole number of euro cents, possibly negative. */
export type Cents = Branded<number, 'Cents'>;

/** Brands a whole number of cents. @throws RangeError where `value` is not a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return (value + 0) as Cents;
}

/** The euros that an API answer carries: 1234 cents are the number 12.34. */
export function toEuros(amount: Cents): number {
  return amount / 100;
}

/** Cents of a number of euros, or null where it is not a whole number of cents. -0 is 0 (decision 15). */
export function fromEuros(euros: number): Cents | null {
  const rounded = Math.round(euros * 100);
  return Number.isSafeInteger(rounded) && rounded / 100 === euros ? ((rounded + 0) as Cents) : null;
}

/** Cents of euros that were checked before, or made by `toEuros`. @throws RangeError where they are not a whole number of cents. */
export function wholeCents(euros: number): Cents {
  const amount = fromEuros(euros);
  if (amount === null) throw new RangeError(`not a whole number of cents: ${euros} euros`);
  return amount;
}

/** Cents of an amount as people type it, `25`, `25.5` or `25.00`, taken digit by digit; null where it is nothing of the kind. */
export function parseEuros(text: string): Cents | null {
  const [, euros, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return euros === undefined ? null : cents(Number(euros) * 100 + Number(decimals.padEnd(2, '0')));
}

/** `12.34 €`-like plain text for logs, invoices and the command line, always with two decimals: `12.34`. */
export function formatEuros(amount: Cents): string {
  return (amount / 100).toFixed(2);
}

/** A share of an amount in basis points, rounded half-up to the cent (decision 18). */
export function shareOf(amount: Cents, basisPoints: number): Cents {
  return cents(Math.floor((amount * basisPoints + 5_000) / 10_000));
}
