/** Metrics for Prometheus, on a port of their own: `/metrics`, and `/health` beside it. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { boundPort } from '#server/kernel/bound-port.ts';
import type { Counts } from './counts.ts';
import type { Directory } from './directory/directory.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the metrics. @throws Error where the port is taken (EADDRINUSE). */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  counts: Counts,
  directory: Directory,
): Promise<MetricsServer> {
  const registry = registryOf(counts, directory);
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET') return answer(response, 405, 'text/plain', 'Only GET.\n');
    if (path === '/metrics') return answer(response, 200, registry.contentType, await registry.metrics());
    // Without its database the entry point goes on with what it knows, so it is up, and says so.
    if (path === '/health') return answer(response, 200, 'application/json', JSON.stringify(healthOf(directory)));
    answer(response, 404, 'text/plain', 'There are /metrics and /health.\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: boundPort(server),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function healthOf(directory: Directory): object {
  return { ok: true, database: directory.connected, credentials: directory.size, synced_at: isoOf(directory.syncedAt) };
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

/** The metrics read the counts when they are asked, so that counting costs nothing on the way of a connection. */
function registryOf(counts: Counts, directory: Directory): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const now = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  const by = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset();
        for (const [value, count] of read()) this.inc({ [label]: value }, count);
      },
    });

  total('gateway_connections_accepted_total', 'Connections accepted.', () => counts.accepted);
  now('gateway_connections', 'Connections open, tunnels among them.', () => counts.connections);
  total('gateway_tunnels_opened_total', 'Tunnels opened.', () => counts.tunnelsOpened);
  now('gateway_tunnels', 'Tunnels open.', () => counts.tunnels);
  by('gateway_bytes_total', 'Bytes relayed.', 'direction', () => [
    ['up', counts.up],
    ['down', counts.down],
  ]);
  by('gateway_refusals_total', 'Connections refused, by reason.', 'reason', () => counts.refused);
  by('gateway_losses_total', 'Connections that ended before they were a tunnel or refused.', 'reason', () => counts.lost);
  now('gateway_credentials', 'Credentials known.', () => directory.size);
  now('gateway_database_connected', '1 while the database answers.', () => Number(directory.connected));
  now(
    'gateway_directory_synced_timestamp_seconds',
    'When the credentials were last read as a whole.',
    () => (directory.syncedAt ?? 0) / 1_000,
  );
  return registry;
}
