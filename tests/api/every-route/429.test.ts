/** 429 rate_limited on every route: sliding windows per key and per address (specification section 8; decisions 3, 5, 6 and 9). */
import { describe, expect, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { operations } from '#server/rest/contract.ts';
import { type ApiAnswer, type ApiRequest, call, freshSource, refused } from '#tests/harness/client.ts';
import { BASE, balanceOf, created, newKey, newReseller, type Reseller } from '#tests/harness/reseller.ts';
import { ownSite, sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const perKey = limits.requestsPerMinutePerKey;
const perAddress = limits.requestsPerMinutePerAddress;
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Checks a refusal by the limiter. @returns the seconds to wait. */
function limited(answer: ApiAnswer, limit: number): number {
  refused(answer, 429, 'rate_limited');
  const wait = Number(answer.headers['retry-after']);
  expect(answer.rateLimit).toEqual({ limit, remaining: 0, reset: wait });
  return wait;
}

describe('a key', () => {
  test('has 30 requests a minute, counted down in the headers', async () => {
    const reseller = await newReseller(site());
    const began = performance.now();
    for (let remaining = perKey - 1; remaining >= 0; remaining -= 1) {
      expect((await reseller.balance()).rateLimit).toMatchObject({ limit: perKey, remaining });
    }
    const wait = limited(await reseller.balance(), perKey);
    expect(wait).toBeGreaterThanOrEqual(Math.floor(limits.rateWindowSeconds - (performance.now() - began) / 1_000));
  });

  test('31 at once are never all accepted', async () => {
    const reseller = await newReseller(site());
    const answers = await times(40, () => reseller.balance());
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(perKey);
    for (const answer of answers.filter(({ status }) => status !== 200)) limited(answer, perKey);
  });

  test.each(operations)('is limited on $method $path', async ({ method, path }) => {
    const reseller = await newReseller(site());
    await times(perKey, () => reseller.balance());
    limited(await call(site(), { method, path, headers: reseller.auth }), perKey);
  });

  test('has them from any number of addresses together', async () => {
    const reseller = await newReseller(site());
    const answers = await times(perKey + 5, () => reseller.balance({ from: freshSource() }));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test.each<[string, ApiRequest]>([
    ['an unknown route', { path: `${BASE}/nothing` }],
    ['a wrong method', { method: 'DELETE', path: `${BASE}/balance` }],
    ['a call from a browser', { path: `${BASE}/balance`, headers: { Origin: 'https://example.com' } }],
    ['a refused body', { method: 'POST', path: `${BASE}/buy`, headers: { 'Content-Type': 'application/json' }, body: '{' }],
    ['a refused quantity', { path: `${BASE}/stock?qty=x` }],
  ])('%s counts too', async (_, request) => {
    const { auth } = await newReseller(site());
    const ask = () => call(site(), { ...request, headers: { ...auth, ...request.headers } });
    const [first, second] = [await ask(), await ask()];
    expect([first.rateLimit.remaining, second.rateLimit.remaining]).toEqual([perKey - 1, perKey - 2]);
  });

  test('without reseller mode counts too', async () => {
    const reseller = await newReseller(site(), { resellerMode: false });
    await times(perKey, () => reseller.balance());
    limited(await reseller.balance(), perKey);
  });

  test('replaced by a new one is no fresh start', async () => {
    const reseller = await newReseller(site());
    await times(perKey, () => reseller.balance());
    const { apiKey } = await issueKey(site().services, reseller.accountId);
    limited(await call(site(), { path: `${BASE}/balance`, headers: { 'X-API-Key': apiKey } }), perKey);
  });

  test('a replay is limited as well, and buys nothing', async () => {
    const reseller = await newReseller(site());
    const key = newKey();
    const order = created(await reseller.buy(key, { country: 'fr', qty: 1 }));
    await times(perKey - 1, () => reseller.balance());
    limited(await reseller.buy(key, { country: 'fr', qty: 1 }), perKey);
    limited(await reseller.buy(newKey(), { country: 'fr', qty: 1 }), perKey);
    expect(await reseller.money()).toBe(order.balance);
  });
});

describe('an address', () => {
  const anonymous = (from: string): ApiRequest => ({ path: `${BASE}/balance`, from });

  test('has 120 requests a minute without a key', async () => {
    const from = freshSource();
    const first = await call(site(), anonymous(from));
    expect(first.rateLimit).toMatchObject({ limit: perAddress, remaining: perAddress - 1 });
    await times(perAddress - 1, () => call(site(), anonymous(from)));
    limited(await call(site(), anonymous(from)), perAddress);
    // And nobody else is touched.
    refused(await call(site(), anonymous(freshSource())), 401, 'missing_key');
  });

  test('has them for all its keys together, valid or not', async () => {
    const from = freshSource();
    const resellers = await times(4, () => newReseller(site()));
    for (const reseller of resellers) await times(perKey - 1, () => reseller.balance({ from }));
    await times(4, () => call(site(), { ...anonymous(from), headers: { Authorization: 'Bearer nonsense' } }));
    for (const reseller of resellers) limited(await reseller.balance({ from }), perAddress);
    // The keys were not asked, so elsewhere they have their last request left.
    for (const reseller of resellers) expect((await reseller.balance({ from: freshSource() })).status).toBe(200);
  });

  test('is limited on unknown routes too', async () => {
    const from = freshSource();
    await times(perAddress, () => call(site(), { path: `${BASE}/nothing`, from }));
    limited(await call(site(), { path: `${BASE}/nothing`, from }), perAddress);
  });
});

describe('the headers describe the bucket nearest to exhaustion', () => {
  test('the key’s as a rule, the address’s where that has fewer left, and on a tie the key’s', async () => {
    const from = freshSource();
    const reseller = await newReseller(site());
    const anonymous = (count: number) => times(count, () => call(site(), { path: `${BASE}/balance`, from }));
    expect((await reseller.balance({ from })).rateLimit).toMatchObject({ limit: perKey, remaining: 29 });
    await anonymous(90);
    // 28 are left to the key, 28 to the address.
    expect((await reseller.balance({ from })).rateLimit).toMatchObject({ limit: perKey, remaining: 28 });
    await anonymous(1);
    expect((await reseller.balance({ from })).rateLimit).toMatchObject({ limit: perAddress, remaining: 26 });
    expect((await reseller.balance({ from: freshSource() })).rateLimit).toMatchObject({ limit: perKey, remaining: 26 });
  });

  test('a bad key has no bucket: the address’s', async () => {
    const answer = await call(site(), { path: `${BASE}/balance`, headers: { Authorization: 'Bearer nonsense' } });
    expect(answer.rateLimit.limit).toBe(perAddress);
  });
});

describe('a forged address never buys a fresh bucket', () => {
  const forgeries: ((n: number) => NonNullable<ApiRequest['headers']>)[] = [
    (n) => ({ 'X-Forwarded-For': `203.0.113.${n}` }),
    (n) => ({ 'X-Forwarded-For': [`203.0.113.${n}`, `198.51.100.${n}`] }),
    (n) => ({ Forwarded: `for=203.0.113.${n}` }),
    (n) => ({ 'X-Real-IP': `203.0.113.${n}` }),
    (n) => ({ 'CF-Connecting-IP': `203.0.113.${n}`, 'True-Client-IP': `203.0.113.${n}`, 'X-Client-IP': `203.0.113.${n}` }),
  ];

  test('where no proxy is trusted, no header counts', async () => {
    const from = freshSource();
    const ask = (n: number) =>
      call(site(), { path: `${BASE}/balance`, headers: forgeries[n % forgeries.length]?.(n) ?? {}, from });
    await times(perAddress, ask);
    limited(await ask(perAddress), perAddress);
  });

  describe.each([1, 2])('behind %d trusted proxies', (trusted) => {
    const own = ownSite({ env: { TRUSTED_PROXIES: String(trusted) } });
    const others = Array.from({ length: trusted - 1 }, (_, n) => `10.0.0.${n + 1}`);
    /** What arrives when the client sends `forged` itself and the outermost trusted proxy saw `client`. */
    const seenAs = (client: string, forged: string[] = []) => ({
      path: `${BASE}/balance`,
      headers: { 'X-Forwarded-For': [...forged, client, ...others].join(', ') },
      from: '127.0.0.1',
    });

    test('what a client wrote before them does not count', async () => {
      await times(perAddress, (n) => call(own(), seenAs('203.0.113.7', [`198.51.100.${n}`])));
      limited(await call(own(), seenAs('203.0.113.7', ['198.51.100.250', '198.51.100.251'])), perAddress);
    });

    test('each client has a bucket of its own', async () => {
      expect((await call(own(), seenAs('203.0.113.8'))).rateLimit.remaining).toBe(perAddress - 1);
      expect((await call(own(), seenAs('203.0.113.9'))).rateLimit.remaining).toBe(perAddress - 1);
      expect((await call(own(), seenAs('203.0.113.9'))).rateLimit.remaining).toBe(perAddress - 2);
    });

    test('an IPv6 network of 64 bits is one client, and an IPv4 address in IPv6 clothes is itself', async () => {
      expect((await call(own(), seenAs('2001:db8:1:2::1'))).rateLimit.remaining).toBe(perAddress - 1);
      expect((await call(own(), seenAs('2001:db8:1:2:ffff::9'))).rateLimit.remaining).toBe(perAddress - 2);
      expect((await call(own(), seenAs('2001:db8:1:3::1'))).rateLimit.remaining).toBe(perAddress - 1);
      expect((await call(own(), seenAs('198.51.100.1'))).rateLimit.remaining).toBe(perAddress - 1);
      expect((await call(own(), seenAs('::ffff:198.51.100.1'))).rateLimit.remaining).toBe(perAddress - 2);
    });

    test('a client that came past them has its socket’s', async () => {
      const from = freshSource();
      const ask = () => call(own(), { path: `${BASE}/balance`, from });
      expect([(await ask()).rateLimit.remaining, (await ask()).rateLimit.remaining]).toEqual([perAddress - 1, perAddress - 2]);
    });
  });
});

describe.concurrent('waiting Retry-After suffices', { timeout: 120_000 }, () => {
  const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

  /** Uses a key up in two bursts, hammers on while it waits as it was told to, and gets through. */
  async function wait(reseller: Reseller, apart: number): Promise<void> {
    for (let time = 0; time < 10; time += 1) balanceOf(await reseller.balance());
    await seconds(apart);
    for (let time = 0; time < perKey - 10; time += 1) balanceOf(await reseller.balance());
    const told = limited(await reseller.balance(), perKey);
    const until = performance.now() + told * 1_000;
    let reset = told;
    while (performance.now() < until - 5_000) {
      await seconds(2);
      const answer = await reseller.balance();
      // Where the machine stood still for so long, the wait was over before this was answered, and it got through.
      if (performance.now() >= until && answer.status === 200) return;
      // A refused request does not push the reset further away.
      const again = limited(answer, perKey);
      expect(again).toBeLessThanOrEqual(reset);
      reset = again;
    }
    while (performance.now() < until) await seconds((until - performance.now()) / 1_000);
    balanceOf(await reseller.balance());
  }

  test('after a burst', async () => wait(await newReseller(site()), 0));
  test('after two bursts, when the first of them has left the window', async () => wait(await newReseller(site()), 20));
});
