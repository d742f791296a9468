/** The entry point as a client of it sees it: tries a credential over both of its protocols. */
import http from 'node:http';
import https from 'node:https';
import { HttpsProxyAgent } from 'https-proxy-agent';
import ipaddr from 'ipaddr.js';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { z } from 'zod';
import { authority, type ProxyAccess } from '../curl.ts';
import type { CheckResult } from '../schema.ts';

/** An answer is some fifty bytes; what is larger comes from somebody else. */
const MOST_BYTES = 4_096;
const PATIENCE_MS = 10_000;

const answerSchema = z.object({ ip: z.string().refine((text) => ipaddr.isValid(text)) });

/**
 * Asks for the site's view of the client's address through the entry point, over SOCKS5 and by HTTP CONNECT at once.
 * @param checkUrl an address that answers `{"ip": "…"}`.
 * @param patienceMs from the connection to the whole answer.
 * @returns for each the exit address and how long it took, or what was wrong and what to do. Never throws; no reason holds the password.
 */
export async function tryCredential(
  proxy: ProxyAccess,
  checkUrl: string,
  patienceMs = PATIENCE_MS,
): Promise<{ socks5: CheckResult; http: CheckResult }> {
  const url = new URL(checkUrl);
  const entry = authority(proxy);
  const user = `${encodeURIComponent(proxy.username)}:${encodeURIComponent(proxy.password)}`;
  const signal = AbortSignal.timeout(patienceMs);
  const [socks5, connect] = await Promise.all([
    tryThrough(new SocksProxyAgent(`socks5h://${user}@${entry}`, { timeout: patienceMs }), url, entry, signal),
    // A request that waits for its socket does not notice the signal: the socket has to.
    tryThrough(new HttpsProxyAgent(`http://${user}@${entry}`, { signal }), url, entry, signal),
  ]);
  return { socks5, http: connect };
}

async function tryThrough(agent: http.Agent, url: URL, entry: string, signal: AbortSignal): Promise<CheckResult> {
  const start = performance.now();
  const outcome = await get(url, agent, signal);
  const latency = Math.round(performance.now() - start);
  agent.destroy();
  if (signal.aborted) return failed(NO_ANSWER);
  if ('error' in outcome) return failed(reasonOf(outcome.error, entry));
  if ('refusedWith' in outcome) return failed(reasonOfStatus(outcome.refusedWith));
  const address = outcome.status === 200 ? addressIn(outcome.body) : null;
  if (address === null) return failed(`The site answered through this proxy, but not with an address (HTTP ${outcome.status}).`);
  return { ok: true, exit_address: address, latency_ms: latency };
}

const TRY_AGAIN = 'Try again; if it stays so, contact support.';
const NO_ANSWER = `There was no answer in time. ${TRY_AGAIN}`;
const NOT_ACCEPTED =
  'The entry point does not accept this credential: the password was reset meanwhile, or the proxy has expired.';

const failed = (reason: string): CheckResult => ({ ok: false, reason });
const notThrough = (what: string) => `The entry point could not reach the site through this proxy (${what}). ${TRY_AGAIN}`;

/** What the client libraries say when they fail, in words for the account holder. */
function reasonOf({ message }: Error, entry: string): string {
  if (/^(connect|getaddrinfo) /.test(message)) return `The entry point cannot be reached at ${entry}. ${TRY_AGAIN}`;
  if (message.includes('timed out')) return NO_ANSWER;
  if (message.includes('Authentication failed')) return NOT_ACCEPTED;
  const [, reply] = /rejected connection - (\w+)/.exec(message) ?? [];
  if (reply) return notThrough(`SOCKS5 ${reply}`);
  return `The connection through the entry point broke off. ${TRY_AGAIN}`;
}

/** What the entry point means with the status by which it refuses CONNECT. */
function reasonOfStatus(status: number): string {
  if (status === 407) return NOT_ACCEPTED;
  if (status === 429) return 'Too many connections are open through this proxy. Close some and try again.';
  return notThrough(`HTTP ${status}`);
}

function addressIn(body: string): string | null {
  try {
    return answerSchema.parse(JSON.parse(body)).ip;
  } catch {
    return null;
  }
}

type Outcome = { status: number; body: string } | { refusedWith: number } | { error: Error };

function get(url: URL, agent: http.Agent, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    /** Of the entry point to CONNECT; the agent hands a refusal on as if it were the site's answer. */
    let connectStatus = 200;
    const request = (url.protocol === 'https:' ? https : http).get(url, { agent, signal });
    const settle = (outcome: Outcome) => resolve(connectStatus === 200 ? outcome : { refusedWith: connectStatus });
    request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      connectStatus = statusCode;
    });
    request.once('error', (error) => settle({ error }));
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_BYTES) request.destroy();
        else chunks.push(chunk);
      });
      response.once('error', (error) => settle({ error }));
      response.once('close', () => settle({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
  });
}
