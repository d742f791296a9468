/** The settings of the entry point, read from the environment once; .env.example lists the same names. */
import { Resolver } from 'node:dns';
import { z } from 'zod';
import {
  databaseUrlVariable,
  gatewayPortVariable,
  logLevelVariable,
  parseEnvironment,
  portVariable,
  siteUrlVariable,
} from '#server/kernel/environment.ts';
import { entryPointLimits } from '#server/kernel/limits.ts';
import { parseNetwork } from '#server/kernel/network-list.ts';

const count = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(fallback);

/** A list with commas. `parse` throws for an item that is not `what`. */
function list<T>(parse: (item: string) => T, what: string) {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return text
          .split(',')
          .map((item) => item.trim())
          .filter(Boolean)
          .map(parse);
      } catch {
        context.addIssue({ code: 'custom', message: `must be ${what}, separated by commas` });
        return z.NEVER;
      }
    });
}

/** Throws for what the resolver itself would not take. */
function dnsServer(text: string): string {
  new Resolver().setServers([text]);
  return text;
}

const shape = z.object({
  GATEWAY_PORT: gatewayPortVariable,
  /** Address that the entry point listens on. */
  GATEWAY_BIND: z.string().default('0.0.0.0'),
  /** A role that sees the credentials and writes the usage, and nothing else. */
  GATEWAY_DATABASE_URL: databaseUrlVariable,
  /** Keys the check of passwords and opens the passwords of upstreams. */
  GATEWAY_KEY: z
    .base64({ error: 'must be given, in base64' })
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, { error: 'must hold 32 bytes in base64' }),
  SITE_URL: siteUrlVariable,
  /** Where Prometheus reads the metrics: by default on this machine only. */
  GATEWAY_METRICS_PORT: portVariable(9464),
  GATEWAY_METRICS_BIND: z.string().default('127.0.0.1'),
  /** Networks that may be reached although the rules forbid them, and some that may not although they allow them. */
  GATEWAY_ALLOWED_NETWORKS: list(parseNetwork, 'networks such as 10.0.0.0/8'),
  GATEWAY_DENIED_NETWORKS: list(parseNetwork, 'networks such as 198.51.100.0/24'),
  /** By default those of the system. */
  GATEWAY_DNS_SERVERS: list(dnsServer, 'addresses of DNS servers such as 192.0.2.53 or 192.0.2.53:5353'),
  GATEWAY_TUNNELS_PER_PROXY: count(entryPointLimits.tunnelsPerProxy),
  GATEWAY_TUNNELS_PER_ACCOUNT: count(entryPointLimits.tunnelsPerAccount),
  /** Connections of one client address (one /64 of IPv6), those still in their handshake among them. */
  GATEWAY_CONNECTIONS_PER_SOURCE: count(entryPointLimits.connectionsPerSource),
  /** Connections in all. */
  GATEWAY_CONNECTIONS: count(30_000),
  GATEWAY_HANDSHAKE_SECONDS: count(entryPointLimits.handshakeSeconds),
  GATEWAY_CONNECT_SECONDS: count(entryPointLimits.connectSeconds),
  /** A tunnel through which nothing passed for so long is closed. */
  GATEWAY_IDLE_SECONDS: count(entryPointLimits.idleSeconds),
  /** What tunnels get to end by themselves when the entry point stops. */
  GATEWAY_DRAIN_SECONDS: count(entryPointLimits.drainSeconds),
  LOG_LEVEL: logLevelVariable,
});

/** Everything that the entry point reads from its environment. */
export const settingNames: readonly string[] = Object.keys(shape.shape);

export type GatewaySettings = z.infer<typeof shape>;

/**
 * Reads the settings. An empty value counts as absent.
 * @throws EnvironmentError that names every wrong variable and what it should be.
 */
export function readSettings(source: Readonly<Record<string, string | undefined>>): GatewaySettings {
  return parseEnvironment(shape, source);
}
