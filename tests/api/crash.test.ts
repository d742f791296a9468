/** kill -9 under a load of purchases, again and again: the books stay right, and every key gives exactly one order (issue, «How well»). */
import { randomInt } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '#server/operator/verify.ts';
import { freshSource, published, send } from '#tests/harness/client.ts';
import { BASE, created, newKey, newReseller, type Reseller, replayed } from '#tests/harness/reseller.ts';
import { scratchEnv, startServer } from '#tests/harness/server.ts';
import { startSite } from '#tests/harness/site.ts';

const ROUNDS = 4;
const RESELLERS = 16;
/** So that the last replays, two of each key, stay within the rate limit of an account. */
const KEYS_A_ROUND = 3;
const BALANCE = 200;

test('kill -9 at random moments', { timeout: 240_000 }, async () => {
  const first = await startSite({ stock: RESELLERS * ROUNDS * KEYS_A_ROUND * 3 });
  const { services } = first;
  const env = { ...scratchEnv(''), ...first.env };
  const resellers = await Promise.all(Array.from({ length: RESELLERS }, () => newReseller(first, { balance: BALANCE })));
  const attempts: { reseller: Reseller; key: string; body: string }[] = [];

  let { server } = first;
  onTestFinished(async () => {
    await server.stop();
    await services.db.close();
  });
  let answered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { port } = server;
    /** Answers after which the server dies, most of the others being under way. */
    let untilDeath = randomInt(3, (RESELLERS * KEYS_A_ROUND) / 2);
    const death = Promise.withResolvers<void>();
    const shop = async (reseller: Reseller) => {
      const from = freshSource();
      for (let time = 0; time < KEYS_A_ROUND; time += 1) {
        const order = { country: ['fr', 'es', 'eu'][time % 3], qty: randomInt(1, 4) };
        const attempt = { reseller, key: newKey(), body: JSON.stringify(order) };
        attempts.push(attempt);
        const answer = await post(port, attempt, from).catch(() => null);
        if (!answer) return;
        expect(answer.status).toBe(201);
        answered += 1;
        untilDeath -= 1;
        if (untilDeath === 0) death.resolve();
      }
    };
    const shopping = Promise.all(resellers.map(shop));
    await death.promise;
    await server.kill();
    await shopping;
    expect((await verify(services.db, { secrets: services.secrets })).violations).toEqual([]);
    server = await startServer(env);
  }
  // The kills struck in the middle of something.
  expect(answered).toBeLessThan(attempts.length);

  const spent = new Map<Reseller, number>();
  for (const attempt of attempts) {
    const { port } = server;
    const answer = published(await post(port, attempt, freshSource()), { method: 'POST', path: `${BASE}/buy` });
    const { order_id, total_debited } = answer.status === 201 ? created(answer) : replayed(answer);
    expect(replayed(published(await post(port, attempt, freshSource()), { method: 'POST', path: `${BASE}/buy` })).order_id).toBe(
      order_id,
    );
    spent.set(attempt.reseller, (spent.get(attempt.reseller) ?? 0) + Math.round(total_debited * 100));
  }
  expect(await services.db.prisma.order.count()).toBe(attempts.length);
  for (const [reseller, cents] of spent) expect(Math.round((await reseller.money()) * 100)).toBe(BALANCE * 100 - cents);
  const { ok, violations } = await verify(services.db, { secrets: services.secrets });
  expect({ ok, violations }).toEqual({ ok: true, violations: [] });
});

function post(port: number, { reseller, key, body }: { reseller: Reseller; key: string; body: string }, from: string) {
  const headers = { ...reseller.auth, 'Content-Type': 'application/json', 'Idempotency-Key': key };
  return send({ port }, { method: 'POST', path: `${BASE}/buy`, headers, body, from });
}
