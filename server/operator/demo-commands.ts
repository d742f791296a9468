/** The operator's command that makes accounts by the thousand, for demos and load tests. */
import type { Command } from 'commander';
import { randomBase62, randomReadable } from '#server/kernel/crypto.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import * as billing from '#server/plugins/billing/port.ts';
import * as reseller from '#server/plugins/reseller/port.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { progressBar } from './progress.ts';
import { isExternal } from './site-services.ts';

interface AccountsOptions {
  readonly count: number;
  readonly balance: Cents;
  readonly force?: boolean;
}

/** Accounts written in one transaction. */
const BATCH = 500;

export function addDemoCommands(program: Command): void {
  const demo = program.command('demo').description('made-up data, for demos and load tests');

  demo
    .command('accounts')
    .description('open reseller accounts with API keys; prints them as a JSON array, the only time that they can be read')
    .requiredOption('--count <n>', 'how many', argument.wholeNumber(1, 100_000))
    .requiredOption('--balance <euros>', 'of each', argument.euros)
    .option('--force', 'also on a database of your own (DATABASE_URL), where real accounts may be')
    .addHelpText(
      'after',
      '\nPrints [{"account_id", "email", "password", "api_key"}, …], with --json or without.\n\n' +
        'Example:\n  demo accounts --count 100 --balance 50.00 > accounts.json',
    )
    .action((options: AccountsOptions, command: Command) => respond(command, (services) => openAccounts(services, options)));
}

async function openAccounts(services: Services, { count, balance, force }: AccountsOptions): Promise<Answer> {
  if (isExternal(services) && !force) {
    throw new Refusal('DATABASE_URL names a database of your own. Add --force to open demo accounts there.');
  }
  const progress = progressBar('Opening accounts', count);
  const batchName = randomReadable(10);
  const made: DemoLine[] = [];
  while (made.length < count) {
    const size = Math.min(BATCH, count - made.length);
    made.push(...(await openBatch(services, `demo-${batchName}`, made.length, size, balance)));
    progress(made.length);
  }
  return { text: `[\n${made.map((line) => JSON.stringify(line)).join(',\n')}\n]`, json: made };
}

interface DemoLine {
  readonly account_id: number;
  readonly email: string;
  readonly password: string;
  readonly api_key: string;
}

async function openBatch(services: Services, name: string, from: number, size: number, balance: Cents): Promise<DemoLine[]> {
  const people = Array.from({ length: size }, (_, index) => ({
    email: `${name}-${from + index + 1}@example.com`,
    // 130 random bits.
    password: randomBase62(22),
    apiKey: reseller.newApiKey(),
  }));
  const rows = await Promise.all(
    people.map(async ({ email, password }) => ({
      email,
      passwordHash: await accounts.hashRandomPassword(password),
      role: 'customer' as const,
      resellerMode: true,
    })),
  );
  return services.db.transaction(async (tx) => {
    const ids = await accounts.insertMany(tx, rows);
    const opened = people.map((person) => {
      const accountId = ids.get(person.email);
      if (accountId === undefined) throw new Error(`${person.email} exists already`);
      return { ...person, accountId };
    });
    const accountIds = opened.map((person) => person.accountId);
    await billing.openWith(tx, accountIds, balance, 'Demo balance');
    await reseller.putKeys(services, tx, opened);
    return opened.map((person) => ({
      account_id: person.accountId,
      email: person.email,
      password: person.password,
      api_key: person.apiKey,
    }));
  });
}
