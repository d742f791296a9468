/** Which invoices the address of the page asks for. */
import { type SearchParams, single } from '#app/_lists/address.ts';
import { type InvoiceFilterInput, invoiceFilterSchema } from '#server/plugins/billing/schema.ts';

/** The filter in an address; a member that makes no sense is as good as absent. */
export function filterAsked(params: SearchParams): InvoiceFilterInput {
  const { search, month, kind } = invoiceFilterSchema.shape;
  return {
    search: search.safeParse(single(params, 'search')).data,
    month: month.safeParse(single(params, 'month')).data,
    kind: kind.safeParse(single(params, 'kind')).data,
  };
}
