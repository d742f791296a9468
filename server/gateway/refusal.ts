/** Why the entry point turns a client away: one table, from which both protocols, metrics and logs read. */

/** What each protocol says for a reason. */
export interface RefusalRow {
  /** Reply field of SOCKS5 (RFC 1928, section 6). */
  readonly socksReply: number;
  /** HTTP status. */
  readonly status: number;
  /** Error type of the Proxy-Status header (RFC 9209, section 2.3). */
  readonly proxyStatus: string;
  /** What was wrong and what to do, for the body of an HTTP answer. */
  readonly text: string;
}

export const refusals = {
  malformed: {
    socksReply: 1,
    status: 400,
    proxyStatus: 'http_request_error',
    text: 'This is neither SOCKS5 nor a proxy request of HTTP/1.1. Use CONNECT host:port, or an absolute http:// address.',
  },
  head_too_large: {
    socksReply: 1,
    status: 431,
    proxyStatus: 'http_request_error',
    text: 'The head of the request is larger than 16 KB.',
  },
  unsupported_method: {
    socksReply: 7,
    status: 501,
    proxyStatus: 'http_request_denied',
    text: 'Only CONNECT is supported.',
  },
  unsupported_address: {
    socksReply: 8,
    status: 400,
    proxyStatus: 'http_request_error',
    text: 'This kind of address is not supported.',
  },
  not_authenticated: {
    socksReply: 1,
    status: 407,
    proxyStatus: 'proxy_configuration_error',
    text: 'Unknown username, wrong password, or a proxy that has expired or was reset. Use the credential as it was delivered.',
  },
  forbidden_target: {
    socksReply: 2,
    status: 403,
    proxyStatus: 'destination_ip_prohibited',
    text: 'This address or port is not reachable through a proxy.',
  },
  unknown_name: {
    socksReply: 4,
    status: 502,
    proxyStatus: 'dns_error',
    text: 'The name has no address that this proxy can reach.',
  },
  name_timeout: {
    socksReply: 4,
    status: 504,
    proxyStatus: 'dns_timeout',
    text: 'The name was not resolved in time. Try again.',
  },
  network_unreachable: {
    socksReply: 3,
    status: 502,
    proxyStatus: 'destination_ip_unroutable',
    text: 'There is no way to the network of the address from this proxy.',
  },
  host_unreachable: {
    socksReply: 4,
    status: 502,
    proxyStatus: 'destination_unavailable',
    text: 'The host did not answer.',
  },
  connection_refused: {
    socksReply: 5,
    status: 502,
    proxyStatus: 'connection_refused',
    text: 'The host refused the connection.',
  },
  connect_timeout: {
    socksReply: 6,
    status: 504,
    proxyStatus: 'connection_timeout',
    text: 'The host did not accept the connection in time.',
  },
  exit_unavailable: {
    socksReply: 1,
    status: 503,
    proxyStatus: 'proxy_internal_error',
    text: 'The exit address of this proxy is out of service; nothing was sent from another one. Contact support.',
  },
  upstream_failed: {
    socksReply: 1,
    status: 502,
    proxyStatus: 'destination_unavailable',
    text: 'The supplier of this proxy did not answer as it should. Try again, or contact support.',
  },
  too_many_connections: {
    socksReply: 2,
    status: 429,
    proxyStatus: 'connection_limit_reached',
    text: 'Too many connections are open at once. Close some and try again.',
  },
  overloaded: {
    socksReply: 1,
    status: 503,
    proxyStatus: 'proxy_internal_error',
    text: 'The entry point cannot take this connection now. Try again in a few seconds.',
  },
} as const satisfies Record<string, RefusalRow>;

export type Refusal = keyof typeof refusals;
