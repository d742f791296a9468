/** The operator's commands about the seller, as invoices name it. */
import { type Command, InvalidArgumentError } from 'commander';
import { toPercent } from '#server/kernel/percent.ts';
import type { Services } from '#server/kernel/services.ts';
import * as billing from '#server/plugins/billing/port.ts';
import { countryCodes, isVatIdForm, plainVatId } from '#server/plugins/billing/rules.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { facts, percentText } from './layout.ts';

interface SetOptions {
  readonly name?: string;
  readonly address?: string;
  readonly country?: string;
  readonly vatId?: string;
  readonly vatRate?: number;
}

export function addSellerCommands(program: Command): void {
  const seller = program.command('seller').description('the seller that invoices name, and the VAT that prices include');

  seller
    .command('show')
    .description('show what the next invoice will say')
    .addHelpText('after', '\nExample:\n  seller show --json')
    .action((_options: object, command: Command) => respond(command, show));

  seller
    .command('set')
    .description('change what invoices say from the next one on; those issued stay as they are')
    .option('--name <text>', 'legal name')
    .option('--address <text>', 'postal address, its lines between commas')
    .option('--country <code>', 'ISO 3166 code of two letters, such as FR', countryCode)
    .option('--vat-id <text>', 'VAT identification number in the form of its country, or none')
    .option('--vat-rate <percent>', 'included in all prices, such as 20; 0 for none', (text) =>
      text === '0' ? 0 : argument.percent(text),
    )
    .addHelpText('after', '\nExample:\n  seller set --name "Example Proxies SAS" --country FR --vat-rate 20')
    .action((options: SetOptions, command: Command) => {
      return respond(command, async (services) => {
        const change = {
          ...(options.name === undefined ? {} : { legalName: options.name }),
          ...(options.address === undefined ? {} : { addressLines: options.address }),
          ...(options.country === undefined ? {} : { countryCode: options.country }),
          ...(options.vatId === undefined ? {} : { vatId: options.vatId === 'none' ? null : plainVatId(options.vatId) }),
          ...(options.vatRate === undefined ? {} : { vatRateBp: options.vatRate }),
        };
        if (Object.keys(change).length === 0) throw new Refusal('Say what to change: see seller set --help');
        const { countryCode, vatId } = { ...(await billing.seller(services.db)), ...change };
        if (vatId !== null && !isVatIdForm(vatId, countryCode)) {
          throw new Refusal(`The VAT number ${vatId} has not the form of one of ${countryCode}. Give both, or --vat-id none.`);
        }
        await billing.setSeller(services.db, change);
        return show(services);
      });
    });
}

function countryCode(text: string): string {
  const code = text.toUpperCase();
  if (!countryCodes.includes(code)) throw new InvalidArgumentError('Give the code of a country in two letters, such as FR.');
  return code;
}

async function show({ db }: Services): Promise<Answer> {
  const seller = await billing.seller(db);
  return {
    text: facts([
      ['name', seller.legalName],
      ['address', seller.addressLines],
      ['country', seller.countryCode],
      ['VAT id', seller.vatId ?? 'none'],
      ['VAT rate', percentText(seller.vatRateBp)],
    ]),
    json: {
      ok: true,
      seller: {
        name: seller.legalName,
        address: seller.addressLines,
        country: seller.countryCode,
        vat_id: seller.vatId,
        vat_rate_percent: toPercent(seller.vatRateBp),
      },
    },
  };
}
