/** The operator's commands about accounts and their API keys. */
import { type Command, Option } from 'commander';
import { Role } from '#prisma/generated/enums.ts';
import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import * as billing from '#server/plugins/billing/port.ts';
import * as orders from '#server/plugins/orders/port.ts';
import * as pricing from '#server/plugins/pricing/port.ts';
import * as reseller from '#server/plugins/reseller/port.ts';
import { accountAnswer } from './account-answer.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';

interface CreateOptions {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly reseller?: boolean;
  readonly balance: Cents;
  readonly tier?: string;
}

interface UpdateOptions {
  readonly reseller?: 'on' | 'off';
  readonly dailyCap?: number | 'default';
  /** `none` is no tier's name. */
  readonly tier?: string;
  readonly reviewDiscount?: number | 'none';
  readonly until?: Date;
}

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('open, change and look at accounts');

  account
    .command('create')
    .description('open an account')
    .requiredOption('--email <address>', 'whom it belongs to; kept in lower case', argument.email)
    .requiredOption('--password <text>', 'for the sign-in in the browser', argument.password)
    .addOption(new Option('--role <role>', 'what the account may do').choices(Object.values(Role)).default(Role.customer))
    .option('--reseller', 'with reseller mode: the account may have an API key')
    .option('--balance <euros>', 'first credit, such as 25.00', argument.euros, cents(0))
    .option('--tier <name>', 'reseller tier, which gives a discount (see: tiers show)')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  account create --email shop@example.com --password "a long phrase" --reseller --balance 100 --tier gold\n' +
        '  account create --email desk@example.com --password "a long phrase" --role support',
    )
    .action((options: CreateOptions, command: Command) => respond(command, (services) => create(services, options)));

  account
    .command('update')
    .description('change an account; what is not named stays as it is')
    .argument('<email>', 'whose', argument.email)
    .addOption(new Option('--reseller <mode>', 'reseller mode; off stops the API key at once').choices(['on', 'off']))
    .option(
      '--daily-cap <count>',
      `proxies over a rolling 24 hours, or "default" (${limits.proxiesPerDay})`,
      argument.capOrDefault,
    )
    .option('--tier <name>', 'reseller tier (see: tiers show), or "none"')
    .option('--review-discount <percent>', 'applies where it beats the tier, with --until; or "none"', argument.percentOrNone)
    .option('--until <date>', 'last day of the review discount (UTC), or a moment such as 2027-01-31T12:00:00Z', argument.until)
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  account update shop@example.com --reseller on --tier silver\n' +
        '  account update shop@example.com --daily-cap 1000\n' +
        '  account update shop@example.com --review-discount 20 --until 2027-01-31',
    )
    .action(async (email: string, options: UpdateOptions, command: Command) => {
      const { reviewDiscount, until } = options;
      if (Object.keys(options).length === 0) command.error('error: nothing to change: name at least one option');
      if ((typeof reviewDiscount === 'number') !== (until !== undefined)) {
        command.error('error: --review-discount PERCENT and --until DATE go together');
      }
      await respond(command, (services) => update(services, email, options));
    });

  account
    .command('show')
    .description('show an account: balance, discounts, cap, key, orders')
    .argument('<email>', 'whose', argument.email)
    .addHelpText('after', '\nExample:\n  account show shop@example.com --json')
    .action((email: string, _options: object, command: Command) => {
      return respond(command, async (services) => accountAnswer(services, await find(services, email)));
    });

  account
    .command('reset-two-factor')
    .description('switch two-factor sign-in off for somebody who lost phone and recovery codes; its owner gets a mail')
    .argument('<email>', 'whose', argument.email)
    .addHelpText(
      'after',
      '\nMake sure first that it is the owner who asks: the account is then as safe as its password.' +
        '\n\nExample:\n  account reset-two-factor shop@example.com',
    )
    .action((email: string, _options: object, command: Command) =>
      respond(command, (services) => resetTwoFactor(services, email)),
    );

  const key = program.command('key').description('API keys');

  key
    .command('issue')
    .description('make a new API key for an account; the one before it dies at once')
    .argument('<email>', 'whose', argument.email)
    .addHelpText(
      'after',
      '\nThe key is printed this once: the site keeps only a hash of it.\n\nExample:\n  key issue shop@example.com --json',
    )
    .action((email: string, _options: object, command: Command) => respond(command, (services) => issueKey(services, email)));
}

async function create(services: Services, options: CreateOptions): Promise<Answer> {
  await checkTier(services, options.tier);
  const { email, role } = options;
  const passwordHash = await accounts.hashPassword(options.password);
  await services.db.transaction(async (tx) => {
    const opened = await accounts.insertMany(tx, [{ email, role, passwordHash, resellerMode: options.reseller ?? false }]);
    const accountId = opened.get(email);
    if (accountId === undefined) throw new Refusal(`${email} has an account already. To change it: account update ${email}`);
    await billing.openWith(tx, [accountId], options.balance, 'Opening balance');
    if (options.tier !== undefined) await pricing.setAccountDiscount(tx, accountId, { tierName: options.tier });
  });
  return accountAnswer(services, await find(services, email));
}

async function update(services: Services, email: string, options: UpdateOptions): Promise<Answer> {
  if (options.tier !== 'none') await checkTier(services, options.tier);
  const { id } = await find(services, email);
  await services.db.transaction((tx) => change(tx, id, options));
  return accountAnswer(services, await find(services, email));
}

async function change(tx: Transaction, id: AccountId, options: UpdateOptions): Promise<void> {
  const { reseller: mode, dailyCap, tier, reviewDiscount, until } = options;
  if (mode !== undefined) await accounts.setResellerMode(tx, id, mode === 'on');
  if (dailyCap !== undefined) await orders.setCap(tx, id, dailyCap === 'default' ? null : dailyCap);
  if (tier !== undefined) await pricing.setAccountDiscount(tx, id, { tierName: tier === 'none' ? null : tier });
  if (reviewDiscount === 'none') await pricing.setAccountDiscount(tx, id, { review: null });
  else if (reviewDiscount !== undefined && until) {
    await pricing.setAccountDiscount(tx, id, { review: { basisPoints: reviewDiscount, until } });
  }
}

async function issueKey(services: Services, email: string): Promise<Answer> {
  const account = await find(services, email);
  const { apiKey, lastFour } = await reseller.issueKey(services, account.id);
  const hint = account.resellerMode
    ? ''
    : `\nReseller mode is off, so the API refuses this key until: account update ${email} --reseller on`;
  return {
    text: `${apiKey}\n\nThe new API key of ${email}, shown this once. A key that existed before no longer works.${hint}`,
    json: {
      ok: true,
      account_id: account.id,
      email,
      api_key: apiKey,
      last_four: lastFour,
      reseller: account.resellerMode,
    },
  };
}

async function resetTwoFactor(services: Services, email: string): Promise<Answer> {
  const account = await find(services, email);
  const wasOn = await accounts.resetTwoFactor(services, account.id);
  return {
    text: wasOn
      ? `Two-factor sign-in of ${email} is off: the password alone signs in. A mail tells its owner.`
      : `Two-factor sign-in of ${email} was not on.`,
    json: { ok: true, account_id: account.id, email, was_on: wasOn },
  };
}

async function find(services: Services, email: string): Promise<accounts.StoredAccount> {
  const account = await accounts.findByEmail(services.db, email);
  if (!account) throw new Refusal(`There is no account ${email}. To open it: account create --email ${email} --password …`);
  return account;
}

async function checkTier({ db }: Services, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const names = (await pricing.resellerTiers(db)).map((tier) => tier.name);
  if (!names.includes(name)) throw new Refusal(`There is no reseller tier ${name}. The tiers are: ${names.join(', ')}.`);
}
