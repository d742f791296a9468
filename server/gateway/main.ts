/**
 * The entry point as a process: started by the site (launch/child.ts), or alone by `npm run gateway`. It holds none of the site's
 * secrets. A signal lets tunnels end in order; the end of the site that started it ends them at once.
 */
import { EnvironmentError } from '#server/kernel/environment.ts';
import { createLog } from '#server/kernel/log.ts';
import { onStopSignal } from '#server/kernel/stop-signals.ts';
import { type Directory, openDirectory } from './directory/directory.ts';
import { createDialer } from './egress/dial.ts';
import { createNames, type Names } from './egress/names.ts';
import { createTargetRules } from './egress/target-rules.ts';
import { type EntryPoint, openEntryPoint } from './entry-point.ts';
import { freeDescriptors } from './file-descriptors.ts';
import type { GatewayMessage } from './launch/message.ts';
import { type MetricsServer, serveMetrics } from './metrics.ts';
import { type GatewaySettings, readSettings } from './settings.ts';
import { createUsage, type UsageWriter } from './usage.ts';

const running: { directory?: Directory; usage?: UsageWriter; names?: Names; entryPoint?: EntryPoint; metrics?: MetricsServer } =
  {};
const settings = readOrExit();
const log = createLog(settings.LOG_LEVEL, { busy: true });

async function start(): Promise<void> {
  const directory = await openDirectory({ databaseUrl: settings.GATEWAY_DATABASE_URL, key: settings.GATEWAY_KEY, log });
  running.directory = directory;
  const usage = createUsage({ databaseUrl: settings.GATEWAY_DATABASE_URL, log });
  running.usage = usage;
  const names = createNames({ servers: settings.GATEWAY_DNS_SERVERS });
  running.names = names;
  const rules = createTargetRules({
    allowed: settings.GATEWAY_ALLOWED_NETWORKS,
    denied: settings.GATEWAY_DENIED_NETWORKS,
    siteUrl: settings.SITE_URL,
  });
  const dialer = createDialer({ rules, names, connectSeconds: settings.GATEWAY_CONNECT_SECONDS });
  const descriptors = freeDescriptors();
  const entryPoint = await openEntryPoint({ settings, directory, dialer, usage, log, descriptors });
  running.entryPoint = entryPoint;
  const metricsAt = { host: settings.GATEWAY_METRICS_BIND, port: settings.GATEWAY_METRICS_PORT };
  running.metrics = await serveMetrics(metricsAt, entryPoint.counts, directory);
  log.info(
    { port: entryPoint.port, metrics: running.metrics.port, credentials: directory.size, descriptors },
    'the entry point listens',
  );
  tell({ listening: { port: entryPoint.port } });
}

/** Tunnels first, what they used last. */
async function stop(): Promise<void> {
  await running.entryPoint?.close(settings.GATEWAY_DRAIN_SECONDS);
  running.names?.close();
  await running.usage?.close();
  await running.directory?.close();
  await running.metrics?.close();
}

function readOrExit(): GatewaySettings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return fail(error.message);
  }
}

function tell(message: GatewayMessage): void {
  process.send?.(message);
}

function fail(reason: string): never {
  tell({ failed: reason });
  if (!process.send) console.error(reason);
  process.exit(1);
}

let stopping = false;
async function end(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await starting.catch(() => {});
  await stop();
  process.exit(0);
}

const starting = start();
starting.catch(async (error: NodeJS.ErrnoException) => {
  if (stopping) return;
  await stop().catch(() => {});
  if (error instanceof EnvironmentError) fail(error.message);
  if (error.code === 'EADDRINUSE')
    fail(`The entry point cannot listen: ${error.message}. Set GATEWAY_PORT or GATEWAY_METRICS_PORT.`);
  log.error({ err: error }, 'the entry point did not start');
  fail('The entry point did not start; see the log.');
});

if (process.send) {
  // What the terminal says goes to the site as well, which stops things in order; a site that was killed leaves nothing running.
  // A supervisor may tell both, and then the site tells once more.
  process.on('SIGTERM', end);
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(stopping ? 0 : 1));
} else {
  onStopSignal(end);
}
