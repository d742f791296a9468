/** Branded identifiers: numbers and strings that must not be mixed up with one another. */

declare const brand: unique symbol;
/** A `Base` that only the functions of its owner hand out as a `Name`. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

export type AccountId = Branded<number, 'AccountId'>;
export type OrderId = Branded<number, 'OrderId'>;
export type ProxyId = Branded<string, 'ProxyId'>;
export type RenewalId = Branded<number, 'RenewalId'>;
export type TaskId = Branded<number, 'TaskId'>;
