/** The state of the audit in its address. */
import { type SearchParams, single } from '#app/_lists/address.ts';
import { type AuditFilter, auditFilterSchema } from '#server/plugins/support/schema/audit.ts';

/** What an address asks for; a member that says nothing sensible is left out. */
export function auditAsked(params: SearchParams): AuditFilter {
  const names = Object.keys(auditFilterSchema.shape) as (keyof AuditFilter)[];
  const asked = names.map((name) => [name, auditFilterSchema.shape[name].safeParse(single(params, name)).data]);
  return Object.fromEntries(asked.filter(([, value]) => value !== undefined));
}
