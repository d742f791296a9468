/** The operator's commands about invoices. */
import type { Command } from 'commander';
import { type Cents, toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as billing from '#server/plugins/billing/port.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { facts, money } from './layout.ts';

interface CreditOptions {
  readonly reason: string;
  readonly amount?: Cents;
}

export function addInvoiceCommands(program: Command): void {
  const invoice = program.command('invoice').description('invoices and the credit notes on them');

  invoice
    .command('credit')
    .description('give an invoice back, or a part of it: a refund to the balance and a credit note, both or neither')
    .argument('<number>', 'number of the invoice, such as R000042-00001', (text) => text.toUpperCase())
    .requiredOption('--reason <text>', 'printed on the credit note and shown in the ledger', argument.reason)
    .option('--amount <euros>', 'VAT included; by default all that is left of the invoice', argument.euros)
    .addHelpText(
      'after',
      '\nThe order and its proxies stay as they are. What credit notes give back never exceeds the invoice.\n\n' +
        'Examples:\n' +
        '  invoice credit R000042-00001 --reason "Proxies were down for two days" --amount 1.50\n' +
        '  invoice credit R000042-00001 --reason "Bought twice by mistake" --json',
    )
    .action((number: string, options: CreditOptions, command: Command) => {
      return respond(command, (services) => credit(services, number, options));
    });
}

async function credit({ db }: Services, number: string, options: CreditOptions): Promise<Answer> {
  const done = await db.transaction(async (tx) => {
    const accountId = await billing.ownerOfInvoice(tx, number);
    const account = accountId && (await billing.lock(tx, accountId));
    if (!account) return { outcome: 'no_invoice' } as const;
    return billing.creditInvoice(tx, account, { number, amountCents: options.amount ?? null, reason: options.reason });
  });
  if (done.outcome === 'no_invoice') throw new Refusal(`There is no invoice ${number}.`);
  if (done.outcome === 'is_credit_note') throw new Refusal(`${number} is a credit note. Name the invoice itself.`);
  if (done.outcome === 'account_deleted') {
    throw new Refusal(`Nothing was credited: the account of invoice ${number} was deleted, so that nobody could spend it.`);
  }
  if (done.outcome === 'exceeds') {
    const left = done.leftCents > 0 ? `${money(done.leftCents)} of it are left to credit` : 'all of it has been credited already';
    throw new Refusal(`Nothing was credited: of invoice ${number}, ${left}.`, { left: toEuros(done.leftCents) });
  }
  return {
    text: facts([
      ['credit note', done.number],
      ['on invoice', number],
      ['given back', money(done.amountCents)],
      ['left of the invoice', money(done.leftCents)],
      ['balance', money(done.balanceCents)],
    ]),
    json: {
      ok: true,
      credit_note: done.number,
      invoice: number,
      amount: toEuros(done.amountCents),
      left: toEuros(done.leftCents),
      balance: toEuros(done.balanceCents),
    },
  };
}
