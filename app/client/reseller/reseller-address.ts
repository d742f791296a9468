/** What the address of the reseller page asks for: a purchase to look up, and which requests of the log. */
import { type SearchParams, single } from '#app/_lists/address.ts';
import { referenceOf } from '#server/plugins/records/rules.ts';
import { type CallFilterInput, callFilterSchema } from '#server/plugins/records/schema.ts';

/** The filter in an address; a member that makes no sense is as good as absent. */
export function callsAsked(params: SearchParams): CallFilterInput {
  const { result, route, code, key, from, to } = callFilterSchema.shape;
  return {
    result: result.safeParse(single(params, 'result')).data,
    route: route.safeParse(single(params, 'route')).data,
    code: code.safeParse(single(params, 'code')).data,
    key: key.safeParse(single(params, 'key')).data,
    from: from.safeParse(single(params, 'from')).data,
    to: to.safeParse(single(params, 'to')).data,
  };
}

/** What is asked of «Was I charged?», without the password that somebody may have put there. */
export function chargeAsked(params: SearchParams): string | undefined {
  const asked = single(params, 'charge');
  return asked === undefined ? undefined : referenceOf(asked.slice(0, 300)).text || undefined;
}
