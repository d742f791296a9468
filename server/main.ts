/**
 * The site as one process: `npm start`, and `npm run dev` with `--dev`. It listens at once (503 meanwhile), then opens the
 * database, applies migrations, builds, fills in demo data and prints what there is. SIGINT or SIGTERM stops everything in order.
 */
import next from 'next';
import { type GatewayProcess, startGateway } from './gateway/launch/child.ts';
import { prepareGatewayRole } from './gateway/launch/role.ts';
import { startJobs } from './jobs.ts';
import { type Env, readEnv } from './kernel/env.ts';
import { EnvironmentError, isLoopbackUrl } from './kernel/environment.ts';
import { keptSecrets, secretsOf } from './kernel/secrets.ts';
import type { Services } from './kernel/services.ts';
import { openSiteDatabase, type SiteDatabase } from './kernel/site-database.ts';
import { onStopSignal } from './kernel/stop-signals.ts';
import { type DemoAccount, fillDemo } from './operator/demo.ts';
import { verify } from './operator/verify.ts';
import { verificationJob } from './plugins/support/port.ts';
import { openServices, services as siteServices } from './runtime.ts';
import { jobs } from './site.ts';
import { banner } from './web/banner.ts';
import { buildOnce, projectFolder } from './web/build.ts';
import { listen, type WebServer } from './web/server.ts';

/** Seconds that requests under way get to finish when the site stops. */
const DRAIN_SECONDS = 10;

const dev = process.argv.includes('--dev');

/** What runs so far. */
const running: {
  web?: WebServer;
  stopJobs?: () => Promise<void>;
  pages?: { close(): Promise<void> };
  services?: Services;
  gateway?: GatewayProcess;
  database?: SiteDatabase;
} = {};

// Whoever read the output may be gone, as after `npm start | head`. An error of it that nobody hears would be written to it, and so on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

/** Aborted when the site is to end, also while it is still starting. */
const ending = new AbortController();

async function start(): Promise<void> {
  const { HOST, PORT } = readEnv(process.env);
  running.web = await listen(HOST, PORT);
  // Port 0 asks for any: the site's address is known only now.
  process.env.PORT = String(running.web.port);
  let env = readEnv(process.env);

  // Missing ones are told before anything is migrated.
  if (env.DATABASE_URL) secretsOf(env);
  say(env.DATABASE_URL ? 'Opening the database …' : `Starting the embedded PostgreSQL in ${env.DATA_DIR} …`);
  const database = await openSiteDatabase(env);
  running.database = database;
  ending.signal.throwIfAborted();
  // Next's bundle reads the environment again.
  process.env.DATABASE_URL = database.url;
  if (!database.external) Object.assign(process.env, await keptSecrets(env));
  process.env.NEXTAUTH_URL = env.SITE_URL;
  process.env.NEXT_TELEMETRY_DISABLED = '1';

  env = readEnv(process.env);
  if (env.GATEWAY === '1') {
    running.gateway = await openGateway(env, database.url);
    // Port 0 again: answers hand out the real one.
    process.env.GATEWAY_PORT = String(running.gateway.port);
    env = readEnv(process.env);
  }
  const demo = database.external || env.DEMO === '0' ? null : await openDemo();
  ending.signal.throwIfAborted();
  // A newcomer can top up; what else the sandbox needs is checked as if somebody had asked for it.
  if (demo && !env.STRIPE_SECRET_KEY && isLoopbackUrl(env.SITE_URL)) process.env.PAYMENTS ||= 'sandbox';
  env = readEnv(process.env);
  const services = await siteServices();
  running.services = services;
  ending.signal.throwIfAborted();

  if (!dev)
    await buildOnce(ending.signal, () => say('Building the pages, once for this version of the sources (about a minute) …'));
  const pages = next({ dev, dir: projectFolder, hostname: env.HOST, port: running.web.port });
  running.pages = pages;
  await pages.prepare();

  ending.signal.throwIfAborted();
  running.stopJobs = startJobs([...jobs, verificationJob(({ db, secrets }) => verify(db, { secrets }))], services);
  running.web.open({
    services,
    pages: pages.getRequestHandler(),
    ...(dev ? { upgrade: pages.getUpgradeHandler() } : {}),
  });
  say(banner(env, demo));
}

/** Makes or finds the demo data, before the services that stay are opened: they depend on whether there is any. */
async function openDemo(): Promise<DemoAccount | null> {
  const services = await openServices();
  try {
    return await fillDemo(services);
  } finally {
    await services.db.close();
  }
}

/** Starts the entry point with a database role, and a key, that are for it alone. */
async function openGateway(env: Env, databaseUrl: string): Promise<GatewayProcess> {
  const { gatewayKey, gatewayRolePassword } = secretsOf(env);
  const url = env.GATEWAY_DATABASE_URL ?? (await prepareGatewayRole(databaseUrl, gatewayRolePassword));
  return startGateway(env, { databaseUrl: url, key: gatewayKey }, (why) => say(`The entry point starts again: ${why}.`));
}

/** Requests and tunnels under way first, the database last. */
async function stop(): Promise<void> {
  await Promise.all([running.web?.close(DRAIN_SECONDS), running.gateway?.stop()]);
  await running.stopJobs?.();
  await running.pages?.close();
  await running.services?.db.close();
  await running.database?.stop();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const starting = start();

onStopSignal(async () => {
  ending.abort();
  say('Stopping: finishing what is under way …');
  await starting.catch(() => {});
  await stop();
  process.exit(0);
});

starting.catch(async (error: NodeJS.ErrnoException) => {
  if (ending.signal.aborted) return;
  const expected = error instanceof EnvironmentError || error.code === 'EADDRINUSE';
  console.error(expected ? error.message : error);
  await stop();
  process.exit(1);
});
