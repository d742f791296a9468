/** The front door of the REST API: who calls, how often, what for; then the procedure, then the answer. */
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import { PublicError } from '#server/kernel/errors.ts';
import { limits } from '#server/kernel/limits.ts';
import type { RequestFacts } from '#server/kernel/request.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { noteCall } from '#server/plugins/records/port.ts';
import { authenticate } from '#server/plugins/reseller/port.ts';
import { createCaller } from '#server/site.ts';
import { isErrorCode, type Refusal, refusal, success } from './answers.ts';
import { type ApiAnswer, type ApiCall, originForm } from './call.ts';
import { givenKey } from './key-headers.ts';
import { addressBucket, keyBucket } from './rate-limit/buckets.ts';
import { networkThrottle } from './rate-limit/network-throttle.ts';
import { rateLimitStore } from './rate-limit/site-store.ts';
import type { Taken } from './rate-limit/store.ts';
import { type Route, routes } from './routes.ts';

const routeByPath: ReadonlyMap<string, Route> = new Map(routes.map((route) => [route.path, route]));

const { requestsPerMinutePerAddress, requestsPerMinutePerKey, rateWindowSeconds } = limits;
/** What an answer says of its bucket before anything was counted. */
const UNCOUNTED: Taken = {
  allowed: true,
  limit: requestsPerMinutePerAddress,
  remaining: requestsPerMinutePerAddress,
  resetSeconds: rateWindowSeconds,
};

/** What becomes known of a call on its way: its bucket nearest to exhaustion, whose it is, and what it asks for. */
interface Course {
  bucket: Taken;
  principal: Principal | null;
  route: Route | null;
}

/** Answers a call, and has the request log keep it where it came with a valid key. Never throws. */
export async function answerCall(services: Services, call: ApiCall, facts: RequestFacts): Promise<ApiAnswer> {
  const at = new Date();
  const began = performance.now();
  const course: Course = { bucket: UNCOUNTED, principal: null, route: null };
  const answer = await judged(services, call, facts, course);
  if (course.principal) {
    noteCall({
      accountId: course.principal.accountId,
      at,
      requestId: facts.requestId,
      method: call.method,
      route: course.route ? course.route.path.slice(API_BASE_PATH.length) : null,
      status: answer.status,
      ...answer.told,
      idempotencyKey: call.header('idempotency-key'),
      clientAddress: facts.clientAddress,
      durationMs: performance.now() - began,
      replay: answer.headers['Idempotent-Replay'] === 'true',
    });
  }
  return { ...answer, headers: { ...answer.headers, ...course.route?.echo?.(call) } };
}

/**
 * Answers a call: the checks in the order of decisions 2 and 3, the first that fails answers. Never throws; what nobody expected is logged
 * under the request id and answered 500 `server_error`.
 */
async function judged(services: Services, call: ApiCall, facts: RequestFacts, course: Course): Promise<ApiAnswer> {
  const refuse = (code: string, more: Omit<Refusal, 'code'> = {}) => refusal(facts, course.bucket, { code, ...more });
  try {
    const target = originForm(call.target);
    const question = target.indexOf('?');
    const route = routeByPath.get(question === -1 ? target : target.slice(0, question)) ?? null;
    course.route = route;
    const opening = rateLimitStore(services);
    const store = opening instanceof Promise ? await opening : opening;
    const byAddress = await store.take(addressBucket(facts.clientAddress), requestsPerMinutePerAddress);
    course.bucket = byAddress;
    if (!byAddress.allowed) return refuse('rate_limited', { retryAfter: byAddress.resetSeconds });

    const given = givenKey(call.header('authorization'), call.header('x-api-key'));
    const principal = typeof given === 'object' ? await authenticate(services, given.key) : null;
    course.principal = principal;
    if (principal) {
      const byKey = await store.take(keyBucket(principal.accountId), requestsPerMinutePerKey);
      course.bucket = byKey.remaining <= byAddress.remaining ? byKey : byAddress;
      if (!byKey.allowed) return refuse('rate_limited', { retryAfter: byKey.resetSeconds });
    }

    if (!route) return refuse('not_found');
    if (call.method !== route.method) return refuse('method_not_allowed', { headers: { Allow: route.method } });
    if (call.header('origin') !== null || call.header('sec-fetch-site') !== null) return refuse('browser_not_allowed');
    if (given === 'missing') return refuse('missing_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    if (!principal) return refuse('invalid_key', { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
    if (!principal.resellerMode) return refuse('not_reseller');

    const reading = await route.read(call, question === -1 ? '' : target.slice(question + 1));
    if ('refused' in reading) return refuse(reading.refused);
    const { requestId, clientAddress } = facts;
    const secondsToWait = networkThrottle(services, clientAddress);
    const caller = createCaller({ services, principal, requestId, clientAddress, secondsToWait });
    const { status, data, headers } = await route.run(caller, reading.input);
    return success(facts, course.bucket, status, data, headers);
  } catch (error) {
    const expected = refusalOf(error);
    if (expected) return refusal(facts, course.bucket, expected);
    services.log.error({ err: error, requestId: facts.requestId, method: call.method }, 'an API request failed');
    return refuse('server_error');
  }
}

/** Answers bytes that are no HTTP request. They cost their address a place in its bucket, as a request does. */
export async function answerMalformed(services: Services, facts: RequestFacts): Promise<ApiAnswer> {
  const store = await rateLimitStore(services);
  const bucket = await store.take(addressBucket(facts.clientAddress), requestsPerMinutePerAddress);
  return bucket.allowed
    ? refusal(facts, bucket, { code: 'bad_request' })
    : refusal(facts, bucket, { code: 'rate_limited', retryAfter: bucket.resetSeconds });
}

/** The answer that a procedure meant with an error; null where nobody meant it. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof TRPCError)) return null;
  const { cause, code } = error;
  if (cause instanceof PublicError) {
    return { code: cause.code, status: cause.status, extra: cause.extra, retryAfter: cause.retryAfter };
  }
  // Of input that its schema refuses, the first issue answers: schemas list their members in the order of the checks.
  const first = code === 'BAD_REQUEST' && cause instanceof ZodError ? cause.issues[0]?.message : undefined;
  return first !== undefined && isErrorCode(first) ? { code: first } : null;
}
