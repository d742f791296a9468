/** The operator's commands on a database of the operator's own: what each one changes, says and refuses. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Command, CommanderError } from 'commander';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Country } from '#server/kernel/countries.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { buildProgram } from '#server/operator/program.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import { adjustBalance, balance } from '#server/plugins/billing/port.ts';
import * as orders from '#server/plugins/orders/port.ts';
import * as reseller from '#server/plugins/reseller/port.ts';
import { createScratchDatabase } from '#tests/harness/cluster.ts';
import { scratchEnv } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { operatorOf } from './command.ts';

let services: Services;
let operator: ReturnType<typeof operatorOf>;
let withoutSecrets: ReturnType<typeof operatorOf>;
let folder: string;

beforeAll(async () => {
  const env = scratchEnv(await createScratchDatabase(inject('maintenanceUrl'), `operator_${randomUUID()}`));
  services = servicesOf(env);
  operator = operatorOf(env);
  withoutSecrets = operatorOf({ DATABASE_URL: env.DATABASE_URL });
  folder = await mkdtemp(path.join(os.tmpdir(), 'operator-test-'));
});

afterAll(async () => {
  await services?.db.close();
  await rm(folder, { recursive: true, force: true });
});

const newEmail = () => `shop-${randomUUID()}@example.com`;
const PASSWORD = 'correct horse battery';

/** Opens an account with reseller mode, as others than the operator do. @returns its e-mail address. */
async function openAccount(balance = 0): Promise<string> {
  const account = await accounts.createAccount(services, { email: newEmail(), password: PASSWORD, resellerMode: true });
  if (!account) throw new Error('the address of a fresh account is taken');
  await adjustBalance(services.db, account.id, cents(balance), 'test');
  return account.email;
}

/** A block of 16 addresses that no other test uses. */
let blocks = 0;
const freshBlock = () => `10.200.${blocks++}.0/28`;

/** Buys as the account's program would. @returns the total in cents. */
async function buy(email: string, country: Country, qty: number): Promise<number> {
  const account = await accounts.findByEmail(services.db, email);
  if (!account) throw new Error('no such account');
  const principal = { accountId: account.id, email, role: account.role, resellerMode: true, via: 'api_key' as const };
  const request = { channel: 'api' as const, idempotencyKey: randomUUID(), country, qty, salePriceCents: cents(0) };
  return (await orders.buy(services, principal, request)).purchase.totalCents;
}

describe('account', () => {
  it('create opens an account that signs in, with its first credit to the cent and its tier', async () => {
    const email = newEmail();
    const { code, answer } = await operator.json(
      ...['account', 'create', '--email', email.toUpperCase(), '--password', PASSWORD],
      ...['--reseller', '--balance', '1234.56', '--tier', 'gold'],
    );
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      ok: true,
      email,
      role: 'customer',
      reseller: true,
      balance: 1234.56,
      tier: { name: 'gold', discount_percent: 15 },
      review_discount: null,
      daily_cap: limits.proxiesPerDay,
      api_key: null,
      orders: 0,
      live_proxies: 0,
    });
    const signIn = { email, password: PASSWORD, clientAddress: '192.0.2.1', knownBrowser: undefined };
    expect(await accounts.checkSignIn(services, signIn)).toMatchObject({ outcome: 'signed_in' });
  });

  it('create needs no secrets, and opens support accounts too', async () => {
    const { code, answer } = await withoutSecrets.json(
      ...['account', 'create', '--email', newEmail(), '--password', PASSWORD, '--role', 'support'],
    );
    expect(code).toBe(0);
    expect(answer).toMatchObject({ role: 'support', reseller: false, balance: 0 });
  });

  it('create refuses an address that is taken and a tier that does not exist, and then changes nothing', async () => {
    const email = await openAccount(500);
    const again = await operator.json('account', 'create', '--email', email, '--password', PASSWORD, '--balance', '7');
    expect(again).toMatchObject({ code: 1, answer: { ok: false, error: expect.stringContaining('has an account already') } });
    const stored = await accounts.findByEmail(services.db, email);
    expect(stored && (await balance(services.db, stored.id))).toBe(500);

    const other = newEmail();
    const tier = await operator.run('account', 'create', '--email', other, '--password', PASSWORD, '--tier', 'tin');
    expect(tier).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('bronze, silver, gold') });
    expect(await accounts.findByEmail(services.db, other)).toBeNull();
  });

  it('update changes what is named, and only that', async () => {
    const email = await openAccount();
    const update = (...options: string[]) => operator.json('account', 'update', email, ...options);
    expect((await update('--daily-cap', '1000', '--tier', 'bronze')).answer).toMatchObject({
      daily_cap: 1000,
      tier: { name: 'bronze' },
      reseller: true,
    });
    expect((await update('--review-discount', '12.5', '--until', '2999-12-31')).answer).toMatchObject({
      daily_cap: 1000,
      tier: { name: 'bronze' },
      // The last day is included.
      review_discount: { percent: 12.5, until: '3000-01-01T00:00:00.000Z', active: true },
    });
    expect((await update('--tier', 'none', '--reseller', 'off', '--daily-cap', 'default')).answer).toMatchObject({
      daily_cap: limits.proxiesPerDay,
      tier: null,
      reseller: false,
      review_discount: { percent: 12.5 },
    });
    expect((await update('--review-discount', 'none')).answer).toMatchObject({ review_discount: null, tier: null });
  });

  it('show tells what an account bought, what counts towards its cap, and what is valid', async () => {
    const email = await openAccount(100_00);
    await operator.json('stock', 'add', '--country', 'es', '--addresses', freshBlock());
    await buy(email, 'es', 3);
    const { answer: issued } = await operator.json<{ api_key: string }>('key', 'issue', email);
    const { answer } = await operator.json('account', 'show', email);
    expect(answer).toMatchObject({
      orders: 1,
      ordered_in_24_hours: 3,
      live_proxies: 3,
      balance: 91.9,
      api_key: { last_four: issued.api_key.slice(-4) },
    });
    const { stdout } = await operator.run('account', 'show', email);
    expect(stdout).toContain('91.90 €');
    expect(stdout).not.toContain(issued.api_key);
  });

  it('show refuses an account that does not exist and says how to open it', async () => {
    const { code, stderr } = await operator.run('account', 'show', 'nobody@example.com');
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: There is no account nobody@example.com. To open it: account create --email nobody@example.com --password …\n',
    );
  });
});

describe('key issue', () => {
  it('gives a key that opens the account, and ends the one before it', async () => {
    const email = await openAccount();
    const first = (await operator.json<{ api_key: string }>('key', 'issue', email)).answer.api_key;
    expect(await reseller.authenticate(services, first)).toMatchObject({ email, resellerMode: true });
    const [second = ''] = (await operator.run('key', 'issue', email)).stdout.split('\n');
    expect(await reseller.authenticate(services, first)).toBeNull();
    expect(await reseller.authenticate(services, second)).toMatchObject({ email });
  });

  it('says which secrets are missing, and touches nothing without them', async () => {
    const email = await openAccount();
    const principal = await accounts.findByEmail(services.db, email);
    if (!principal) throw new Error('no such account');
    const { apiKey } = await reseller.issueKey(services, principal.id);
    const refused = await withoutSecrets.json('key', 'issue', email);
    expect(refused).toMatchObject({ code: 1, answer: { ok: false, error: expect.stringContaining('API_KEY_PEPPER') } });
    expect(await reseller.authenticate(services, apiKey)).not.toBeNull();
  });
});

describe('stock', () => {
  it('add takes blocks and lists of IPv4 and IPv6, and show counts them', async () => {
    const free = async () => {
      const { answer } = await operator.json<{ stock: { country: string; free: number }[] }>('stock', 'show');
      return answer.stock.find(({ country }) => country === 'eu')?.free ?? 0;
    };
    const before = await free();
    const list = `${freshBlock()}, 2001:db8:1::/126 2001:DB8:2::1`;
    expect(await operator.json('stock', 'add', '--country', 'EU', '--addresses', list)).toEqual({
      code: 0,
      answer: { ok: true, country: 'eu', added: 21, refused: [] },
    });
    expect(await free()).toBe(before + 21);
  });

  it('show tells the states apart, as the desk does', async () => {
    type Counts = Record<'country' | 'total' | 'free' | 'leased' | 'resting' | 'retired', number>;
    const counts = async () => {
      const { answer } = await operator.json<{ stock: Counts[] }>('stock', 'show');
      return answer.stock.find(({ country }) => `${country}` === 'es');
    };
    await operator.json('stock', 'add', '--country', 'es', '--addresses', '198.51.100.64/30');
    const before = await counts();
    const [leased, resting, retired] = await services.db.prisma.$queryRaw<{ ip: string }[]>`
      SELECT host(ip) AS ip FROM addresses WHERE ip <<= '198.51.100.64/30' ORDER BY ip`;
    const soon = new Date(Date.now() + 24 * 60 * 60 * 1_000);
    await services.db.prisma.$executeRaw`UPDATE addresses SET free_at = ${soon}, rest_days = 0 WHERE ip = ${leased?.ip}::inet`;
    await services.db.prisma.$executeRaw`UPDATE addresses SET free_at = ${soon}, rest_days = 2 WHERE ip = ${resting?.ip}::inet`;
    await services.db.prisma.$executeRaw`
      UPDATE addresses SET free_at = 'infinity', retired_at = now() WHERE ip = ${retired?.ip}::inet`;
    const after = await counts();
    await services.db.prisma.$executeRaw`DELETE FROM addresses WHERE ip <<= '198.51.100.64/30'`;
    if (!before) throw new Error('no such country');
    expect(after).toEqual({
      ...before,
      free: before.free - 3,
      leased: before.leased + 1,
      resting: before.resting + 1,
      retired: before.retired + 1,
    });
  });

  it('add reads a file', async () => {
    const file = path.join(folder, 'addresses.txt');
    await writeFile(file, '# from the data centre\n203.0.113.7, 203.0.113.8\n203.0.113.9 # the last\n\n2001:db8:9::9\n');
    const { answer } = await operator.json('stock', 'add', '--country', 'fr', '--addresses', file);
    expect(answer).toMatchObject({ added: 4, refused: [] });
  });

  it('add refuses duplicates, in whichever spelling and country, and adds the others', async () => {
    await operator.json('stock', 'add', '--country', 'fr', '--addresses', '198.51.100.1 2001:db8:3::1');
    const list = '198.51.100.1,198.51.100.2,198.51.100.2,2001:0db8:0003:0::0001,::ffff:198.51.100.3';
    const { code, answer } = await operator.json('stock', 'add', '--country', 'es', '--addresses', list);
    expect(code).toBe(0);
    expect(answer).toEqual({
      ok: true,
      country: 'es',
      added: 2,
      refused: [
        { address: '198.51.100.2', reason: 'given twice' },
        { address: '198.51.100.1', reason: 'in the pool already (fr)' },
        { address: '2001:db8:3::1', reason: 'in the pool already (fr)' },
      ],
    });
    const again = await operator.json('stock', 'add', '--country', 'es', '--addresses', '198.51.100.2/31');
    expect(again).toMatchObject({ code: 1, answer: { ok: false, added: 0, refused: [{ address: '198.51.100.2' }, {}] } });
  });
});

describe('prices and tiers', () => {
  it('set changes what an order costs from its quantity on, and remove takes the step away', async () => {
    const unit = async (minQty: number) => {
      const { answer } = await operator.json<{ prices: { country: string; min_qty: number; unit_price: number }[] }>(
        'prices',
        'show',
      );
      return answer.prices.find((price) => price.country === 'eu' && price.min_qty === minQty)?.unit_price;
    };
    expect((await operator.json('prices', 'set', '--country', 'eu', '--min-qty', '3', '--price', '1.10')).code).toBe(0);
    expect(await unit(3)).toBe(1.1);
    const email = await openAccount(10_00);
    await operator.json('stock', 'add', '--country', 'eu', '--addresses', freshBlock());
    expect(await buy(email, 'eu', 3)).toBe(330);
    expect((await operator.json('prices', 'remove', '--country', 'eu', '--min-qty', '3')).code).toBe(0);
    expect(await unit(3)).toBeUndefined();
    expect((await operator.json('prices', 'remove', '--country', 'eu', '--min-qty', '3')).code).toBe(1);
  });

  it('remove never takes the price from one proxy on', async () => {
    const { code, stderr } = await operator.run('prices', 'remove', '--country', 'fr', '--min-qty', '1');
    expect(code).toBe(1);
    expect(stderr).toContain('stays');
    expect((await operator.run('prices', 'show')).stdout).toMatch(/^fr +1 +\d+\.\d\d €$/m);
  });

  it('tiers set adds a tier that an account can be given', async () => {
    expect((await operator.json('tiers', 'set', '--name', 'platinum', '--discount', '20.5')).code).toBe(0);
    const { answer } = await operator.json('account', 'update', await openAccount(), '--tier', 'platinum');
    expect(answer.tier).toEqual({ name: 'platinum', discount_percent: 20.5 });
  });
});

describe('promotions', () => {
  it('promo add makes a code that is listed, refuses one that is there, and end ends it', async () => {
    const add = ['promo', 'add', '--code', 'spring-30', '--discount', '30', '--uses', '5', '--until', '2099-12-31'];
    expect((await operator.json(...add)).code).toBe(0);
    const listed = async () => {
      const { answer } = await operator.json<{ codes: { code: string; ends_at: string | null }[] }>('promo', 'list');
      return answer.codes.find(({ code }) => code === 'SPRING-30');
    };
    expect(await listed()).toMatchObject({
      discount_percent: 30,
      used: 0,
      total_uses: 5,
      ends_at: '2100-01-01T00:00:00.000Z',
    });
    const again = await operator.run(...add);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('SPRING-30 already');
    expect((await operator.json('promo', 'end', 'Spring-30')).code).toBe(0);
    expect(new Date((await listed())?.ends_at ?? 0).getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect((await operator.json('promo', 'end', 'NOBODY')).code).toBe(1);
  });

  it('wheel set puts new prizes in the place of the old ones, show tells their chances, close takes them away', async () => {
    const { answer } = await operator.json('wheel', 'set', '1=3', '12.5=1');
    expect(answer).toEqual({
      ok: true,
      prizes: [
        { discount_percent: 1, weight: 3, chance_percent: 75 },
        { discount_percent: 12.5, weight: 1, chance_percent: 25 },
      ],
    });
    expect((await operator.run('wheel', 'show')).stdout).toMatch(/^12\.5 % +1 +25 %$/m);
    expect((await operator.json('wheel', 'close')).answer).toEqual({ ok: true, prizes: [] });
  });
});

describe('seller', () => {
  it('set changes what it names and leaves the rest', async () => {
    const before = (await operator.json<{ seller: { country: string } }>('seller', 'show')).answer.seller;
    const { code, answer } = await operator.json('seller', 'set', '--name', 'Example Proxies SAS', '--vat-rate', '5.5');
    expect(code).toBe(0);
    expect(answer.seller).toEqual({ ...before, name: 'Example Proxies SAS', vat_rate_percent: 5.5 });
    expect((await operator.json('seller', 'set')).code).toBe(1);
    expect((await operator.json('seller', 'set', '--country', 'XX')).code).toBe(2);
  });

  it('takes a VAT number in the form of its country only, and keeps it plain', async () => {
    const set = (...args: string[]) => operator.json<{ seller: { vat_id: string | null } }>('seller', 'set', ...args);
    const { answer } = await set('--country', 'fr', '--vat-id', 'fr 12.345 678 901');
    expect(answer).toMatchObject({ ok: true, seller: { country: 'FR', vat_id: 'FR12345678901' } });
    expect((await set('--vat-id', 'not a number')).code).toBe(1);
    expect((await set('--country', 'ES')).code).toBe(1);
    expect(await set('--vat-id', 'none')).toMatchObject({ answer: { seller: { country: 'FR', vat_id: null } } });
  });
});

describe('demo accounts', () => {
  interface DemoLine {
    account_id: number;
    email: string;
    password: string;
    api_key: string;
  }

  it('opens many at once, each with its own password, key and balance', async () => {
    const { code, answer } = await operator.json<DemoLine[]>(
      'demo',
      'accounts',
      '--count',
      '1200',
      '--balance',
      '50.00',
      '--force',
    );
    expect(code).toBe(0);
    expect(answer).toHaveLength(1200);
    for (const member of ['account_id', 'email', 'password', 'api_key'] as const) {
      expect(new Set(answer.map((line) => line[member])).size).toBe(1200);
    }
    for (const line of [answer.at(0), answer.at(-1)]) {
      if (!line) throw new Error('no lines');
      const principal = await reseller.authenticate(services, line.api_key);
      expect(principal).toMatchObject({ accountId: line.account_id, email: line.email, resellerMode: true });
      const signIn = { email: line.email, password: line.password, clientAddress: '192.0.2.2', knownBrowser: undefined };
      expect(await accounts.checkSignIn(services, signIn)).toMatchObject({ outcome: 'signed_in' });
      expect(await balance(services.db, line.account_id as AccountId)).toBe(50_00);
    }
  });

  it('refuses a database of the operator’s own without --force', async () => {
    const { code, stdout, stderr } = await operator.run('demo', 'accounts', '--count', '1', '--balance', '1');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('--force');
  });
});

describe('the command line', () => {
  /** Every command and group of commands below this one, itself included. */
  const everyLevel = (command: Command): Command[] => [command, ...command.commands.flatMap(everyLevel)];

  it('explains itself at every level: what it does, with an example', () => {
    const levels = everyLevel(buildProgram(true));
    expect(levels.length).toBeGreaterThan(15);
    for (const level of levels) {
      expect(level.description()).not.toBe('');
      let help = '';
      level.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help).toContain('Usage: npm run -s operator -- ');
      expect(help).toMatch(/Examples?:\n|Commands:\n/);
    }
  });

  it('shows help without a database, on standard output', async () => {
    const unreachable = operatorOf({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    for (const args of [['--help'], ['stock', '--help'], ['account', 'update', '--help']]) {
      const { code, stdout, stderr } = await unreachable.run(...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Usage: npm run -s operator -- ');
    }
  });

  it.each([
    [['account', 'create', '--email', 'nobody', '--password', PASSWORD], 'Give an e-mail address'],
    [['account', 'create', '--email', 'a@example.com', '--password', 'short'], 'at least 10 characters'],
    [['account', 'create', '--email', 'a@example.com', '--password', PASSWORD, '--balance', '1.234'], 'at most two decimals'],
    [['account', 'create', '--email', 'a@example.com', '--password', PASSWORD, '--role', 'king'], 'customer, support'],
    [['account', 'update', 'a@example.com'], 'nothing to change'],
    [['account', 'update', 'a@example.com', '--review-discount', '10'], '--until DATE'],
    [['account', 'update', 'a@example.com', '--until', '2999-01-01'], 'go together'],
    [['account', 'update', 'a@example.com', '--review-discount', '10', '--until', '2020-01-01'], 'past already'],
    [['account', 'update', 'a@example.com', '--review-discount', '10', '--until', '2999-02-30'], 'Give a day'],
    [['account', 'update', 'a@example.com', '--review-discount', '100', '--until', '2999-01-01'], 'Give per cent'],
    [['account', 'update', 'a@example.com', '--daily-cap', '-1'], 'whole number'],
    [['stock', 'add', '--country', 'de', '--addresses', '203.0.113.1'], 'fr, es, eu'],
    [['stock', 'add', '--country', 'fr', '--addresses', '203.0.113.1/28'], '203.0.113.0/28'],
    [['stock', 'add', '--country', 'fr', '--addresses', '10.0.0.0/8'], '65536'],
    [['stock', 'add', '--country', 'fr', '--addresses', 'no-such-file'], 'nor a file'],
    [['prices', 'set', '--country', 'fr', '--min-qty', '51', '--price', '1'], 'from 1 to 50'],
    [['prices', 'set', '--country', 'fr', '--min-qty', '1', '--price', '0'], 'from 0.01'],
    [['tiers', 'set', '--name', 'none', '--discount', '5'], 'not "none"'],
    [['demo', 'accounts', '--count', '0', '--balance', '1'], 'whole number'],
    [['promo', 'add', '--code', 'A B', '--discount', '5', '--uses', '1'], '3 to 32 letters'],
    [['promo', 'add', '--code', 'ABC', '--discount', '5', '--uses', '0'], 'whole number'],
    [['wheel', 'set', '5'], 'a percentage and a weight'],
    [['wheel', 'set', '5=1', '5=2'], 'given twice'],
    [['verify', 'me'], 'too many arguments'],
    [['nonsense'], 'unknown command'],
  ])('refuses %j before it opens anything', async (args, says) => {
    const slip: unknown = await buildProgram(true)
      .parseAsync(args, { from: 'user' })
      .catch((reason: unknown) => reason);
    expect(slip).toBeInstanceOf(CommanderError);
    expect(slip).toMatchObject({ exitCode: expect.not.closeTo(0), message: expect.stringContaining(says) });
  });

  it('answers a slip with exit code 2, in JSON where that was asked for, and never with a stack', async () => {
    for (const args of [[], ['account', 'create'], ['stock', 'add', '--country', 'fr', '--addresses', 'no-such-file']]) {
      const json = await operator.run(...args, '--json');
      expect({ args, code: json.code, stderr: json.stderr }).toEqual({ args, code: 2, stderr: '' });
      expect(JSON.parse(json.stdout)).toEqual({ ok: false, error: expect.any(String) });
    }
    const { code, stdout, stderr } = await operator.run('account', 'create', '--email', 'nobody');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Give an e-mail address');
    expect(stderr).not.toContain('    at ');
  });

  it('says plainly that the database is away, and not what its password is', async () => {
    const away = operatorOf({ DATABASE_URL: 'postgresql://somebody:s3cret@127.0.0.1:1/none' });
    const { code, stderr } = await away.run('stock', 'show');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
    });
  });

  it('names every variable of the environment that is wrong', async () => {
    const { code, answer } = await operatorOf({ DATABASE_URL: 'mysql://x', PORT: 'many' }).json('stock', 'show');
    expect(code).toBe(1);
    expect(answer.error).toMatch(/PORT: must be a port number[\s\S]*DATABASE_URL: must be a postgresql:\/\/ URL/);
  });
});
