/** How tests start the entry point: on any free port, beside their site. */

/** Environment of a site with an entry point that reaches the test's own targets on the loopback addresses. */
export const gatewayEnv = {
  GATEWAY: '1',
  GATEWAY_PORT: '0',
  GATEWAY_METRICS_PORT: '0',
  GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8',
} as const;
