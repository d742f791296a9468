/** Which entries the address of the balance page, or of its file, asks for. */
import { type SearchParams, single } from '#app/_lists/address.ts';
import { type LedgerFilterInput, ledgerFilterSchema } from '#server/plugins/billing/schema.ts';

/** The filter in an address; a member that makes no sense is as good as absent. */
export function filterAsked(params: SearchParams): LedgerFilterInput {
  const { kind, from, to } = ledgerFilterSchema.shape;
  return {
    kind: kind.safeParse(single(params, 'kind')).data,
    from: from.safeParse(single(params, 'from')).data,
    to: to.safeParse(single(params, 'to')).data,
  };
}
