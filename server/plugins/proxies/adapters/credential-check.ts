/** The entry point as a client of it sees it: tries a credential over both of its protocols. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { HttpsProxyAgent } from 'https-proxy-agent';
import ipaddr from 'ipaddr.js';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { z } from 'zod';
import { authority } from '#server/kernel/authority.ts';
import { refusals } from '#server/kernel/refusals.ts';
import type { ProxyAccess } from '../rules.ts';
import type { CheckOutput, CheckResult } from '../schema.ts';

/** An answer is some fifty bytes, a refusal some hundred; what is larger comes from somebody else. */
const MOST_BYTES = 4_096;
const MOST_CHARACTERS = 300;
const PATIENCE_MS = 10_000;

const answerSchema = z.object({ ip: z.string().refine((text) => ipaddr.isValid(text)) });

/** On whose behalf a check is under way. */
const checking = new Set<string>();

/**
 * `tryCredential` on somebody's behalf: one at a time, since each opens connections of the site's own.
 * @returns null where another one of the subject is under way.
 */
export async function checkCredential(subject: string, proxy: ProxyAccess, checkUrl: string): Promise<CheckOutput | null> {
  if (checking.has(subject)) return null;
  checking.add(subject);
  try {
    return await tryCredential(proxy, checkUrl);
  } finally {
    checking.delete(subject);
  }
}

/**
 * Asks for the site's view of the client's address through the entry point, over SOCKS5 and by HTTP CONNECT at once.
 * @param checkUrl an address that answers `{"ip": "…"}`.
 * @param patienceMs from the connection to the whole answer.
 * @param ips where the entry point is, as its name was looked up; the system looks it up where that is left out.
 * @returns for each the exit address and how long it took, or what was wrong and what to do. Never throws; no reason holds the
 * password.
 */
export async function tryCredential(
  proxy: ProxyAccess,
  checkUrl: string,
  patienceMs = PATIENCE_MS,
  ips?: readonly string[],
): Promise<CheckOutput> {
  const url = new URL(checkUrl);
  const entry = authority(proxy.host, proxy.port);
  const user = `${encodeURIComponent(proxy.username)}:${encodeURIComponent(proxy.password)}`;
  const signal = AbortSignal.timeout(patienceMs);
  const known = ips ? { lookup: lookUpAs(ips) } : {};
  const socksAgent = new SocksProxyAgent(`socks5h://${user}@${entry}`, { timeout: patienceMs, socketOptions: known });
  // The agent would look for the host with its brackets on.
  socksAgent.proxy.host = proxy.host;
  // A request that waits for its socket does not notice the signal: the socket has to.
  const httpAgent = new HttpsProxyAgent(`http://${user}@${entry}`, { ...known, signal });
  const [socks5, connect] = await Promise.all([
    tryThrough(socksAgent, url, entry, signal),
    tryThrough(httpAgent, url, entry, signal),
  ]);
  return { socks5, http: connect };
}

/** Has a connection find these addresses under any name. */
function lookUpAs(ips: readonly string[]): net.LookupFunction {
  const found = ips.map((address) => ({ address, family: net.isIP(address) }));
  return (_host, { all }, done) => {
    if (all) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };
}

async function tryThrough(agent: http.Agent, url: URL, entry: string, signal: AbortSignal): Promise<CheckResult> {
  const start = performance.now();
  const outcome = await get(url, agent, signal);
  const latency = Math.round(performance.now() - start);
  agent.destroy();
  if (signal.aborted) return failed(NO_ANSWER);
  if ('error' in outcome) return failed(reasonOf(outcome.error, entry));
  if ('refusedWith' in outcome) return failed(outcome.text ?? refused(`HTTP ${outcome.refusedWith}`));
  const address = outcome.status === 200 ? addressIn(outcome.body) : null;
  if (address === null) return failed(`The site answered through this proxy, but not with an address (HTTP ${outcome.status}).`);
  return { ok: true, exit_address: address, latency_ms: latency };
}

const TRY_AGAIN = 'Try again; if it stays so, contact support.';
const NO_ANSWER = `There was no answer in time. ${TRY_AGAIN}`;

const failed = (reason: string): CheckResult => ({ ok: false, reason });
const refused = (how: string) => `The entry point refused the connection (${how}). ${TRY_AGAIN}`;

/** What the client libraries say when they fail, in words for the account holder. */
function reasonOf({ message }: Error, entry: string): string {
  if (/^(connect|getaddrinfo) /.test(message)) return `The entry point cannot be reached at ${entry}. ${TRY_AGAIN}`;
  if (message.includes('timed out')) return NO_ANSWER;
  if (message.includes('Authentication failed')) return refusals.not_authenticated.text;
  // A reply of SOCKS5 stands for several refusals: the same attempt over HTTP says which.
  const [, reply] = /rejected connection - (\w+)/.exec(message) ?? [];
  if (reply) return refused(`SOCKS5 ${reply}`);
  return `The connection through the entry point broke off. ${TRY_AGAIN}`;
}

function addressIn(body: string): string | null {
  try {
    return answerSchema.parse(JSON.parse(body)).ip;
  } catch {
    return null;
  }
}

/** What came of a request. Of a refusal `text` is what the entry point says itself, null where that is nothing to be shown. */
type Outcome = { status: number; body: string } | { refusedWith: number; text: string | null } | { error: Error };

function get(url: URL, agent: http.Agent, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    /** By the entry point, to CONNECT; the agent hands a refusal on as if it were the site's answer. */
    let refusedWith: number | null = null;
    const request = (url.protocol === 'https:' ? https : http).get(url, { agent, signal });
    const fail = (error: Error) => resolve(refusedWith === null ? { error } : { refusedWith, text: null });
    request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      if (statusCode !== 200) refusedWith = statusCode;
    });
    request.once('error', fail);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_BYTES) request.destroy();
        else chunks.push(chunk);
      });
      response.once('error', fail);
      response.once('close', () => {
        const body = Buffer.concat(chunks).toString();
        if (refusedWith === null) resolve({ status: response.statusCode ?? 0, body });
        else resolve({ refusedWith, text: plainText(response.headers['content-type'], body) });
      });
    });
  });
}

/** The words of a plain text in one line, as far as they are worth showing; null where there are none. */
function plainText(contentType: string | undefined, body: string): string | null {
  if (!contentType?.startsWith('text/plain')) return null;
  return (
    body
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, MOST_CHARACTERS) || null
  );
}
