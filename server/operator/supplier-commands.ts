/** The operator's commands about remote suppliers: other sites with this API, of which this one sells. */
import { type Command, InvalidArgumentError } from 'commander';
import { type Country, countries } from '#server/kernel/countries.ts';
import { isLoopbackUrl } from '#server/kernel/environment.ts';
import { ipJsonUrl } from '#server/kernel/ip-url.ts';
import { limits } from '#server/kernel/limits.ts';
import { cents } from '#server/kernel/money.ts';
import { toBasisPoints, toPercent } from '#server/kernel/percent.ts';
import type { Services } from '#server/kernel/services.ts';
import * as suppliers from '#server/plugins/suppliers/port.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { momentText, money, percentText, table } from './layout.ts';
import { readSecret } from './secret-input.ts';

interface TermsOptions {
  readonly countries: readonly Country[];
  readonly preference: number;
  readonly markup: number;
  readonly cap: number;
}

interface AddOptions extends TermsOptions {
  readonly url: string;
  readonly siteUrl?: string;
  readonly entryInside: boolean;
}

export function addSupplierCommands(program: Command): void {
  const supplier = program.command('supplier').description('other sites with this API, of which this one sells');

  supplier
    .command('list')
    .description('how they are, and what is bought of each')
    .addHelpText('after', '\nExample:\n  supplier list --json')
    .action((_options: object, command: Command) => respond(command, list));

  withTerms(
    supplier
      .command('add')
      .description('sell from another site; asks for the API key of an account there, and tries it at once')
      .argument('<name>', 'how it is called here: lower case letters, digits, hyphens', name)
      .requiredOption('--url <address>', 'of its API, such as https://proxies.example.com/api/v1/reseller', url)
      .option('--site-url <address>', 'whose /api/ip its proxies are tried on; that of the API by default', url)
      .option(
        '--entry-inside',
        'its entry point may be in a private network or on this machine, not only on the internet',
        false,
      ),
  )
    .addHelpText(
      'after',
      `
The key is typed, or comes on standard input; it is kept encrypted. Its account has reseller mode and a balance there. The proxies are
reached through this site's entry point, with credentials of this site.

Examples:
  supplier add wholesaler --url https://proxies.example.com/api/v1/reseller --countries fr,es --markup 10 --cap 500
  supplier add wholesaler --url https://proxies.example.com/api/v1/reseller < key.txt`,
    )
    .action(async (named: string, options: AddOptions, command: Command) => {
      const apiKey = await readSecret('API key');
      await respond(command, (services) => add(services, named, apiKey, options));
    });

  withTerms(
    supplier.command('terms').description('change what is bought of one in some countries').argument('<name>', 'which', name),
  )
    .addHelpText('after', '\nExample:\n  supplier terms wholesaler --countries eu --preference before --markup 0 --cap 50')
    .action((named: string, options: TermsOptions, command: Command) => {
      return respond(command, (services) => setTerms(services, named, options));
    });

  supplier
    .command('key')
    .description('call one with another API key; asks for it, and tries it at once')
    .argument('<name>', 'which', name)
    .addHelpText('after', '\nExamples:\n  supplier key wholesaler\n  supplier key wholesaler < key.txt')
    .action(async (named: string, _options: object, command: Command) => {
      const apiKey = await readSecret('API key');
      await respond(command, (services) => replaceKey(services, named, apiKey));
    });

  for (const [verb, paused, what] of [
    ['pause', true, 'buy nothing there until it is resumed; orders under way are gone on with'],
    ['resume', false, 'buy there again'],
  ] as const) {
    supplier
      .command(verb)
      .description(what)
      .argument('<name>', 'which', name)
      .addHelpText('after', `\nExample:\n  supplier ${verb} wholesaler`)
      .action((named: string, _options: object, command: Command) => {
        return respond(command, async (services) => {
          const { id } = await find(services, named);
          await services.db.transaction((tx) => suppliers.setPaused(tx, id, paused));
          return list(services);
        });
      });
  }
}

function withTerms(command: Command): Command {
  return command
    .option('--countries <codes>', 'between commas', countryList, countries)
    .option(
      '--preference <place>',
      'before or after the own addresses, or -100 to 100: smaller ones first, the own stand at 0',
      preference,
      1,
    )
    .option('--markup <percent>', 'least mark-up on its price: what would be sold for less is not offered', markup, 0)
    .option(
      '--cap <count>',
      'proxies of each country that may be bought there within 24 hours',
      argument.wholeNumber(0, 1_000_000),
      limits.proxiesPerDay,
    );
}

function name(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(text))
    throw new InvalidArgumentError('Give up to 40 lower case letters, digits and hyphens.');
  return text;
}

function url(text: string): string {
  const parsed = URL.parse(text);
  if (!parsed || parsed.search || parsed.hash || parsed.username || parsed.password || !/^https?:$/.test(parsed.protocol)) {
    throw new InvalidArgumentError('Give an https:// address.');
  }
  if (parsed.protocol === 'http:' && !isLoopbackUrl(text)) {
    throw new InvalidArgumentError('Give an https:// address: the key would go in clear.');
  }
  return text.replace(/\/+$/, '');
}

function countryList(text: string): readonly Country[] {
  return text.split(',').map((code) => argument.country(code.trim()));
}

function preference(text: string): number {
  if (text === 'before') return -1;
  if (text === 'after') return 1;
  const place = /^-?\d{1,3}$/.test(text) ? Number(text) : 0;
  if (place === 0 || Math.abs(place) > 100)
    throw new InvalidArgumentError('Give before, after, or a number from -100 to 100 but 0.');
  return place;
}

function markup(text: string): number {
  const percent = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(percent <= 1_000)) throw new InvalidArgumentError('Give per cent from 0 to 1000, such as 10.');
  return toBasisPoints(percent);
}

const termsOf = (options: TermsOptions): suppliers.Terms[] =>
  options.countries.map((country) => ({
    country,
    preference: options.preference,
    markupFloorBp: options.markup,
    capPerDay: options.cap,
  }));

async function add(services: Services, named: string, apiKey: string, options: AddOptions): Promise<Answer> {
  const added = await suppliers.addSupplier(services, {
    name: named,
    baseUrl: options.url,
    apiKey,
    entryInside: options.entryInside,
    checkUrl: options.siteUrl === undefined ? null : ipJsonUrl(options.siteUrl),
    terms: termsOf(options),
  });
  if ('problem' in added) {
    throw new Refusal(
      added.problem === 'name_taken'
        ? `There is a supplier ${named} already. To change what is bought there: supplier terms ${named}`
        : `Nothing was added: the API at ${options.url} did not answer as it should (${added.detail}). Check address and key.`,
    );
  }
  return list(services);
}

async function replaceKey(services: Services, named: string, apiKey: string): Promise<Answer> {
  const supplier = await find(services, named);
  const problem = await suppliers.replaceKey(services, supplier, apiKey);
  if (problem !== null) throw new Refusal(`The key stays: the API at ${supplier.baseUrl} did not take the new one (${problem}).`);
  return list(services);
}

async function setTerms(services: Services, named: string, options: TermsOptions): Promise<Answer> {
  const { id } = await find(services, named);
  await services.db.transaction(async (tx) => {
    for (const terms of termsOf(options)) await suppliers.setTerms(tx, id, terms);
  });
  return list(services);
}

async function find(services: Services, named: string): Promise<suppliers.ShownSupplier> {
  const found = (await suppliers.suppliers(services)).find((one) => one.name === named);
  if (!found) throw new Refusal(`There is no supplier ${named}. See: supplier list`);
  return found;
}

async function list(services: Services): Promise<Answer> {
  const all = await suppliers.suppliers(services);
  const rows = all.flatMap((one) =>
    one.countries.map((terms) => [
      one.name,
      one.problem ? `${one.health} (${one.problem})` : one.health,
      one.seenAt ? momentText(one.seenAt) : 'never',
      one.balanceCents === null ? '?' : money(cents(one.balanceCents)),
      terms.country,
      String(terms.available),
      terms.unitCostCents === null ? '?' : money(cents(terms.unitCostCents)),
      String(terms.preference),
      percentText(terms.markupFloorBp),
      String(terms.capPerDay),
    ]),
  );
  return {
    text:
      all.length === 0
        ? 'There is no supplier. To sell from another site: supplier add --help'
        : table(
            [
              { title: 'supplier' },
              { title: 'health' },
              { title: 'seen' },
              { title: 'balance', right: true },
              { title: 'country' },
              { title: 'stock', right: true },
              { title: 'price', right: true },
              { title: 'preference', right: true },
              { title: 'mark-up', right: true },
              { title: 'a day', right: true },
            ],
            rows,
          ),
    json: {
      ok: true,
      suppliers: all.map((one) => ({
        name: one.name,
        url: one.baseUrl,
        health: one.health,
        problem: one.problem,
        seen_at: one.seenAt,
        balance_cents: one.balanceCents,
        countries: one.countries.map((terms) => ({
          country: terms.country,
          available: terms.available,
          unit_cost_cents: terms.unitCostCents,
          preference: terms.preference,
          markup_percent: toPercent(terms.markupFloorBp),
          cap_per_day: terms.capPerDay,
        })),
      })),
    },
  };
}
