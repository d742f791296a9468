/** The operator's commands about exit addresses in stock. */
import { type Command, InvalidArgumentError } from 'commander';
import { type AddressList, canonical, MOST_ADDRESSES } from '#server/kernel/address-list.ts';
import { type Country, countries, countryNames } from '#server/kernel/countries.ts';
import type { Services } from '#server/kernel/services.ts';
import * as proxies from '#server/plugins/proxies/port.ts';
import { readAddresses } from './addresses.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { counted, table } from './layout.ts';

interface AddOptions {
  readonly country: Country;
  readonly addresses: string;
}

/** Refused addresses that the text lists; JSON lists them all. */
const SHOWN = 20;

export function addStockCommands(program: Command): void {
  const stock = program.command('stock').description('exit addresses of the site’s own pool');

  stock
    .command('add')
    .description('add exit addresses to the pool')
    .requiredOption('--country <code>', `where they are: ${countries.join(', ')}`, argument.country)
    .requiredOption('--addresses <list>', 'CIDR blocks or addresses between commas or spaces, IPv4 or IPv6; or a file of them')
    .addHelpText(
      'after',
      `
Every address of a block is added, its first and its last too. At most ${MOST_ADDRESSES} at a time.
An address that is in the pool already, in whichever country, or that was given twice, is refused; the others are added.
A file has addresses or blocks between commas, spaces or lines; # begins a comment.

Examples:
  stock add --country fr --addresses 203.0.113.0/28
  stock add --country es --addresses "198.51.100.7, 198.51.100.9, 2001:db8::/120"
  stock add --country eu --addresses ./addresses.txt`,
    )
    .action(async ({ country, addresses }: AddOptions, command: Command) => {
      const read = await readAddresses(addresses).catch((reason: unknown) => {
        if (reason instanceof InvalidArgumentError) command.error(`error: ${reason.message}`);
        throw reason;
      });
      await respond(command, (services) => add(services, country, read));
    });

  stock
    .command('show')
    .description('how many addresses there are, and in which state: free, leased (or kept for an order), resting, retired')
    .addHelpText('after', '\nExample:\n  stock show --json')
    .action((_options: object, command: Command) => respond(command, show));
}

async function add({ db }: Services, country: Country, { addresses, repeated }: Omit<AddressList, 'refused'>): Promise<Answer> {
  const added = new Set((await proxies.addAddresses(db, country, addresses)).map(canonical));
  const known = addresses.filter((address) => !added.has(address));
  const places = new Map((await proxies.findAddresses(db, known)).map((row) => [canonical(row.ip), row.country]));
  const refused = [
    ...repeated.map((address) => ({ address, reason: 'given twice' })),
    ...known.map((address) => ({ address, reason: `in the pool already (${places.get(address)})` })),
  ];
  if (added.size === 0) {
    const which = known.length === 1 ? 'the address is' : `all ${known.length} addresses are`;
    throw new Refusal(`Nothing was added: ${which} in the pool already.`, { country, added: 0, refused });
  }
  const more = refused.length > SHOWN ? [`… and ${refused.length - SHOWN} more`] : [];
  const list = table(
    [{ title: 'address' }, { title: 'reason' }],
    refused.slice(0, SHOWN).map(({ address, reason }) => [address, reason]),
  );
  return {
    text: [
      `Added ${counted(added.size, 'address', 'addresses')} in ${countryNames[country]}.`,
      ...(refused.length > 0 ? [`Refused ${refused.length}:`, '', list, ...more] : []),
    ].join('\n'),
    json: { ok: true, country, added: added.size, refused },
  };
}

async function show({ db }: Services): Promise<Answer> {
  const counts = await proxies.countByState(db);
  const stock = countries.map((country) => {
    const countOf = (state: string) => counts.find((row) => row.country === country && row.state === state)?.addresses ?? 0;
    const states = { free: countOf('free'), leased: countOf('leased'), resting: countOf('resting'), retired: countOf('retired') };
    return { country, total: Object.values(states).reduce((sum, addresses) => sum + addresses, 0), ...states };
  });
  const columns = ['total', ...proxies.addressStates] as const;
  return {
    text: table(
      [{ title: 'country' }, ...columns.map((title) => ({ title, right: true }))],
      stock.map((row) => [row.country, ...columns.map((column) => String(row[column]))]),
    ),
    json: { ok: true, stock },
  };
}
