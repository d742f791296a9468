/** The operator's commands about promo codes and the daily wheel. */
import { type Command, InvalidArgumentError } from 'commander';
import { toPercent } from '#server/kernel/percent.ts';
import type { Services } from '#server/kernel/services.ts';
import * as promotions from '#server/plugins/promotions/port.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { momentText, percentText, table } from './layout.ts';

interface NewCode {
  readonly code: string;
  readonly discount: number;
  readonly from?: Date;
  readonly until?: Date;
  readonly uses: number;
}

export function addPromotionCommands(program: Command): void {
  const promo = program.command('promo').description('promo codes: a percentage off one purchase on the site, once an account');

  promo
    .command('list')
    .description('list the promo codes, the newest first')
    .addHelpText('after', '\nExample:\n  promo list --json')
    .action((_options: object, command: Command) => respond(command, listCodes));

  promo
    .command('add')
    .description('add a promo code')
    .requiredOption('--code <code>', '3 to 32 letters, digits and hyphens; case does not matter', argument.promoCode)
    .requiredOption('--discount <percent>', 'off the list price, such as 15', argument.percent)
    .requiredOption('--uses <count>', 'purchases in all, each account one', argument.wholeNumber(1, 1_000_000))
    .option('--from <moment>', 'a day (its beginning, UTC) or a moment; now by default', argument.from)
    .option('--until <moment>', 'a day (all of it, UTC) or a moment; no end by default', argument.until)
    .addHelpText('after', '\nExample:\n  promo add --code SUMMER27 --discount 15 --uses 500 --until 2027-08-31')
    .action(({ code, discount, from = new Date(), until, uses }: NewCode, command: Command) => {
      return respond(command, async (services) => {
        if (until && until <= from) throw new Refusal('A promo code ends after it begins.');
        const added = { code, discountBp: discount, startsAt: from, endsAt: until ?? null, totalUses: uses };
        if (!(await promotions.addCode(services.db, added))) {
          throw new Refusal(`There is a promo code ${code} already. A code keeps its terms: end it, and add another.`);
        }
        return listCodes(services);
      });
    });

  promo
    .command('end')
    .description('end a promo code now; what was bought with it stays as it is')
    .argument('<code>', 'which', argument.promoCode)
    .addHelpText('after', '\nExample:\n  promo end SUMMER27')
    .action((code: string, _options: object, command: Command) => {
      return respond(command, async (services) => {
        if (!(await promotions.endCode(services.db, code))) throw new Refusal(`There is no promo code ${code}. See: promo list`);
        return listCodes(services);
      });
    });

  const wheel = program.command('wheel').description('the daily wheel: which percentages it gives, and how likely');

  wheel
    .command('show')
    .description('show the prizes and their chances')
    .addHelpText('after', '\nExample:\n  wheel show --json')
    .action((_options: object, command: Command) => respond(command, showWheel));

  wheel
    .command('set')
    .description('put these prizes in the place of all others; spins made keep theirs')
    .argument('<prizes...>', 'percentage and weight, such as 5=10: twice as likely as 8=5', readPrizes)
    .addHelpText('after', '\nExample:\n  wheel set 1=60 5=30 10=10')
    .action((prizes: readonly promotions.WheelPrize[], _options: object, command: Command) => {
      return respond(command, async (services) => {
        await services.db.transaction((tx) => promotions.setWheelPrizes(tx, prizes));
        return showWheel(services);
      });
    });

  wheel
    .command('close')
    .description('take all prizes away: the wheel is no longer shown')
    .addHelpText('after', '\nExample:\n  wheel close')
    .action((_options: object, command: Command) => {
      return respond(command, async (services) => {
        await services.db.transaction((tx) => promotions.setWheelPrizes(tx, []));
        return showWheel(services);
      });
    });
}

/** Commander hands over one word after the other. */
function readPrizes(text: string, before: readonly promotions.WheelPrize[] = []): promotions.WheelPrize[] {
  const [percentage = '', weight, more] = text.split('=');
  if (weight === undefined || more !== undefined) throw new InvalidArgumentError('Give a percentage and a weight, such as 5=10.');
  const prize = { discountBp: argument.percent(percentage), weight: argument.wholeNumber(1, 1_000_000)(weight) };
  if (before.some(({ discountBp }) => discountBp === prize.discountBp)) {
    throw new InvalidArgumentError(`${percentText(prize.discountBp)} is given twice.`);
  }
  return [...before, prize];
}

async function listCodes({ db }: Services): Promise<Answer> {
  const codes = await promotions.promoCodes(db);
  return {
    text: table(
      [
        { title: 'code' },
        { title: 'discount', right: true },
        { title: 'used', right: true },
        { title: 'of', right: true },
        { title: 'from' },
        { title: 'until' },
      ],
      codes.map((one) => [
        one.code,
        percentText(one.discountBp),
        String(one.used),
        String(one.totalUses),
        momentText(one.startsAt),
        one.endsAt ? momentText(one.endsAt) : 'no end',
      ]),
    ),
    json: {
      ok: true,
      codes: codes.map((one) => ({
        code: one.code,
        discount_percent: toPercent(one.discountBp),
        used: one.used,
        total_uses: one.totalUses,
        starts_at: one.startsAt.toISOString(),
        ends_at: one.endsAt?.toISOString() ?? null,
      })),
    },
  };
}

async function showWheel({ db }: Services): Promise<Answer> {
  const prizes = await promotions.wheelPrizes(db);
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0);
  const chance = (weight: number) => Math.round((weight / total) * 10_000) / 100;
  return {
    text:
      prizes.length === 0
        ? 'The wheel is closed.'
        : table(
            [
              { title: 'prize', right: true },
              { title: 'weight', right: true },
              { title: 'chance', right: true },
            ],
            prizes.map(({ discountBp, weight }) => [percentText(discountBp), String(weight), `${chance(weight)} %`]),
          ),
    json: {
      ok: true,
      prizes: prizes.map(({ discountBp, weight }) => ({
        discount_percent: toPercent(discountBp),
        weight,
        chance_percent: chance(weight),
      })),
    },
  };
}
