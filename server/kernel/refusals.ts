/** Why the entry point turns a client away: one table, from which both protocols, the reference, metrics and logs read. */
import { entryPointLimits } from './limits.ts';

/** What each protocol says for a reason. */
export interface RefusalRow {
  /** Reply field of SOCKS5 (RFC 1928, section 6); null where SOCKS5 has no such case, or says it otherwise. */
  readonly socksReply: number | null;
  /** Status of HTTP, and error type of the header Proxy-Status (RFC 9209, section 2.3); null where HTTP has no such case. */
  readonly http: { readonly status: number; readonly error: string } | null;
  /** What was wrong and what to do, for the body of an HTTP answer. */
  readonly text: string;
}

export const refusals = {
  malformed: {
    socksReply: 1,
    http: { status: 400, error: 'http_request_error' },
    text: 'This is neither SOCKS5 nor a proxy request of HTTP/1.1. Use CONNECT host:port, or an absolute http:// address.',
  },
  head_too_large: {
    socksReply: null,
    http: { status: 431, error: 'http_request_error' },
    text: `The head of the request is larger than ${entryPointLimits.headBytes / 1_024} KB.`,
  },
  unsupported_method: {
    socksReply: 7,
    http: null,
    text: 'Of the commands of SOCKS5 only CONNECT is supported.',
  },
  unsupported_address: {
    socksReply: 8,
    http: { status: 400, error: 'http_request_error' },
    text: 'This kind of address is not supported.',
  },
  not_authenticated: {
    // Told before the request that a reply would answer: as a failed login.
    socksReply: null,
    http: { status: 407, error: 'proxy_configuration_error' },
    text: 'Unknown username, wrong password, or a proxy that has expired or was reset. Use the credential as it was delivered.',
  },
  forbidden_target: {
    socksReply: 2,
    http: { status: 403, error: 'destination_ip_prohibited' },
    text: 'This address or port is not reachable through a proxy.',
  },
  unknown_name: {
    socksReply: 4,
    http: { status: 502, error: 'dns_error' },
    text: 'The name has no address that this proxy can reach.',
  },
  name_timeout: {
    socksReply: 4,
    http: { status: 504, error: 'dns_timeout' },
    text: 'The name was not resolved in time. Try again.',
  },
  network_unreachable: {
    socksReply: 3,
    http: { status: 502, error: 'destination_ip_unroutable' },
    text: 'There is no way to the network of the address from this proxy.',
  },
  host_unreachable: {
    socksReply: 4,
    http: { status: 502, error: 'destination_unavailable' },
    text: 'The host did not answer.',
  },
  connection_refused: {
    socksReply: 5,
    http: { status: 502, error: 'connection_refused' },
    text: 'The host refused the connection.',
  },
  connect_timeout: {
    socksReply: 6,
    http: { status: 504, error: 'connection_timeout' },
    text: 'The host did not accept the connection in time.',
  },
  exit_unavailable: {
    socksReply: 1,
    http: { status: 503, error: 'proxy_internal_error' },
    text: 'The exit address of this proxy is out of service; nothing was sent from another one. Contact support.',
  },
  upstream_failed: {
    socksReply: 1,
    http: { status: 502, error: 'destination_unavailable' },
    text: 'The supplier of this proxy did not answer as it should. Try again, or contact support.',
  },
  too_many_connections: {
    socksReply: 2,
    http: { status: 429, error: 'connection_limit_reached' },
    text: 'Too many connections are open at once. Close some and try again.',
  },
  overloaded: {
    socksReply: 1,
    http: { status: 503, error: 'proxy_internal_error' },
    text: 'The entry point cannot take this connection now. Try again in a few seconds.',
  },
} as const satisfies Record<string, RefusalRow>;

export type Refusal = keyof typeof refusals;
