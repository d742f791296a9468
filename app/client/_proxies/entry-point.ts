/** Where this site's entry point is, for the pages that show how to use it. */
import { procedureContext } from '#app/_procedures/context.ts';
import { ipUrl } from '#server/kernel/ip-url.ts';

export interface EntryPoint {
  readonly host: string;
  readonly port: number;
  /** Answers the address that a request comes from. */
  readonly checkUrl: string;
}

export async function entryPoint(): Promise<EntryPoint> {
  const { GATEWAY_HOST, GATEWAY_PORT, SITE_URL } = (await procedureContext()).services.env;
  return { host: GATEWAY_HOST, port: GATEWAY_PORT, checkUrl: ipUrl(SITE_URL) };
}
