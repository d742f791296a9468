/** The operator's commands about the price list and the reseller tiers. */
import type { Command } from 'commander';
import { type Country, countries } from '#server/kernel/countries.ts';
import { type Cents, cents, toEuros } from '#server/kernel/money.ts';
import { toPercent } from '#server/kernel/percent.ts';
import type { Services } from '#server/kernel/services.ts';
import * as pricing from '#server/plugins/pricing/port.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { money, percentText, table } from './layout.ts';

interface Step {
  readonly country: Country;
  readonly minQty: number;
}

export function addPriceCommands(program: Command): void {
  const prices = program.command('prices').description('the price list: unit prices by country and quantity, VAT included');
  const step = (command: Command) =>
    command
      .requiredOption('--country <code>', `which: ${countries.join(', ')}`, argument.country)
      .requiredOption('--min-qty <count>', 'from how many proxies in an order on', argument.minQty);

  prices
    .command('show')
    .description('show the price list')
    .addHelpText('after', '\nExample:\n  prices show --json')
    .action((_options: object, command: Command) => respond(command, showPrices));

  step(prices.command('set'))
    .description('set the unit price from a quantity on; it holds from the next order on')
    .requiredOption('--price <euros>', 'of one proxy, VAT included, such as 2.60', argument.price)
    .addHelpText('after', '\nExample:\n  prices set --country fr --min-qty 10 --price 2.60')
    .action(({ country, minQty, price }: Step & { price: Cents }, command: Command) => {
      return respond(command, async (services) => {
        await services.db.transaction((tx) => pricing.setPriceTier(tx, country, minQty, price));
        return showPrices(services);
      });
    });

  step(prices.command('remove'))
    .description('remove a step of the price list; orders of that size then cost what the step below says')
    .addHelpText('after', '\nExample:\n  prices remove --country fr --min-qty 25')
    .action(({ country, minQty }: Step, command: Command) => {
      return respond(command, async (services) => {
        if (minQty === 1) {
          throw new Refusal(`The price from 1 on stays: without it nobody could buy one in ${country}. Change it: prices set`);
        }
        if (!(await services.db.transaction((tx) => pricing.removePriceTier(tx, country, minQty)))) {
          throw new Refusal(`${country} has no price from ${minQty} on. See: prices show`);
        }
        return showPrices(services);
      });
    });

  const tiers = program.command('tiers').description('reseller tiers and their discounts');

  tiers
    .command('show')
    .description('show the reseller tiers')
    .addHelpText('after', '\nExample:\n  tiers show --json')
    .action((_options: object, command: Command) => respond(command, showTiers));

  tiers
    .command('set')
    .description('add a reseller tier or change its discount; it holds from the next order on')
    .requiredOption('--name <name>', 'such as gold', argument.tierName)
    .requiredOption('--discount <percent>', 'off the unit price, such as 12.5', argument.percent)
    .addHelpText('after', '\nExample:\n  tiers set --name platinum --discount 20')
    .action(({ name, discount }: { name: string; discount: number }, command: Command) => {
      return respond(command, async (services) => {
        await pricing.setResellerTier(services.db, name, discount);
        return showTiers(services);
      });
    });
}

async function showPrices({ db }: Services): Promise<Answer> {
  const prices = await pricing.priceTiers(db);
  return {
    text: table(
      [{ title: 'country' }, { title: 'from', right: true }, { title: 'unit price', right: true }],
      prices.map((tier) => [tier.country, String(tier.minQty), money(cents(tier.unitPriceCents))]),
    ),
    json: {
      ok: true,
      currency: 'EUR',
      prices: prices.map((tier) => ({
        country: tier.country,
        min_qty: tier.minQty,
        unit_price: toEuros(cents(tier.unitPriceCents)),
      })),
    },
  };
}

async function showTiers({ db }: Services): Promise<Answer> {
  const tiers = await pricing.resellerTiers(db);
  return {
    text: table(
      [{ title: 'tier' }, { title: 'discount', right: true }],
      tiers.map((tier) => [tier.name, percentText(tier.discountBp)]),
    ),
    json: { ok: true, tiers: tiers.map((tier) => ({ name: tier.name, discount_percent: toPercent(tier.discountBp) })) },
  };
}
