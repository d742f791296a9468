/** What an account still lacks before its programs can buy, in the order in which it is done. */

export interface Standing {
  readonly resellerMode: boolean;
  /** Euros. */
  readonly balance: number;
  readonly hasKey: boolean;
  readonly hasOrders: boolean;
}

export type Step = 'reseller_mode' | 'top_up' | 'api_key' | 'first_order';

/** The steps, done or not. What was spent on an order had been topped up. */
export function firstSteps(standing: Standing): { step: Step; done: boolean }[] {
  return [
    { step: 'reseller_mode', done: standing.resellerMode },
    { step: 'top_up', done: standing.balance > 0 || standing.hasOrders },
    { step: 'api_key', done: standing.hasKey },
    { step: 'first_order', done: standing.hasOrders },
  ];
}
