/** The operator's commands about orders that failed after their debit. */
import { type Command, InvalidArgumentError } from 'commander';
import type { OrderId } from '#server/kernel/ids.ts';
import { toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as orders from '#server/plugins/orders/port.ts';
import * as suppliers from '#server/plugins/suppliers/port.ts';
import * as support from '#server/plugins/support/port.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { counted, facts, momentText, money, table } from './layout.ts';

interface SettleOptions {
  readonly deliver?: true;
  readonly refund?: true;
  readonly reason: string;
}

/** Failed orders that are listed at once. */
const LISTED = 1_000;

export function addOrderCommands(program: Command): void {
  const order = program.command('order').description('orders, and the settlement of those that failed after their debit');

  program
    .command('orders')
    .description('lists of orders')
    .command('failed')
    .description('orders that were debited and not delivered: they wait to be settled, the oldest first')
    .addHelpText('after', '\nExample:\n  orders failed --json')
    .action((_options: object, command: Command) => respond(command, failed));

  order
    .command('show')
    .description('an order with its money, its proxies and its timeline')
    .argument('<number>', 'of the order', orderNumber)
    .addHelpText('after', '\nExample:\n  order show 1042 --json')
    .action((id: OrderId, _options: object, command: Command) => respond(command, (services) => show(services, id)));

  order
    .command('settle')
    .description('settle a failed order: deliver it now, or refund it; its customer gets a mail')
    .argument('<number>', 'of the order', orderNumber)
    .option('--deliver', 'from whoever has it, suppliers who may have been paid first; nothing is charged again')
    .option('--refund', 'all of it to the balance, with invoice and credit note; the order can never be delivered any more')
    .requiredOption('--reason <text>', 'kept with the order, and printed on the credit note', argument.reason)
    .addHelpText(
      'after',
      '\nExamples:\n  order settle 1042 --deliver --reason "The supplier is back"\n  order settle 1042 --refund --reason "The supplier has none left"',
    )
    .action(async (id: OrderId, options: SettleOptions, command: Command) => {
      if (options.deliver === options.refund) command.error('error: give either --deliver or --refund');
      await respond(command, (services) => settle(services, id, options));
    });
}

function orderNumber(text: string): OrderId {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > 2_147_483_647) throw new InvalidArgumentError('Give the number of an order, such as 1042.');
  return id as OrderId;
}

async function failed({ db }: Services): Promise<Answer> {
  const found = await orders.failed(db, LISTED);
  const held = found.reduce((sum, one) => sum + one.total_cents, 0);
  return {
    text:
      found.length === 0
        ? 'No order waits to be settled.'
        : [
            table(
              [
                { title: 'order', right: true },
                { title: 'failed' },
                { title: 'account' },
                { title: 'proxies' },
                { title: 'held', right: true },
                { title: 'why' },
              ],
              found.map((one) => [
                String(one.order_id),
                momentText(one.failed_at),
                one.email,
                `${one.qty} ${one.country}`,
                money(one.total_cents),
                one.busy ? `${one.failure}, being settled` : one.failure,
              ]),
            ),
            '',
            `${counted(found.length, 'order', 'orders')}, ${money(held as typeof found[number]['total_cents'])} held.`,
          ].join('\n'),
    json: {
      ok: true,
      held: held / 100,
      orders: found.map(({ total_cents: total, ...one }) => ({ ...one, total: toEuros(total) })),
    },
  };
}

async function show({ db }: Services, id: OrderId): Promise<Answer> {
  const shown = await support.orderFile(db, id);
  if (!shown) throw new Refusal(`There is no order ${id}.`);
  const { order, email, ledger, proxies, timeline, bought } = shown;
  const part = (title: string, lines: readonly string[]) => (lines.length > 0 ? ['', title, ...lines] : []);
  return {
    text: [
      facts([
        ['order', String(id)],
        ['account', email],
        ['status', order.status],
        ['proxies', `${order.qty} ${order.country}`],
        ['total', money(order.total_cents)],
        ['ordered', momentText(order.created_at)],
        ['key', order.idempotency_key],
      ]),
      ...part(
        'Money',
        ledger.map((entry) => `${momentText(entry.created_at)}  ${entry.kind}  ${money(entry.amount_cents)}`),
      ),
      ...part(
        'Bought of suppliers',
        bought.map((one) => {
          const problem = one.problem ? suppliers.supplierProblems[one.problem] : one.status;
          return `${one.supplier}  ${one.qty} ${one.country}  ${problem}  order there: ${one.remote_order_id ?? 'not known'}  key ${one.key}`;
        }),
      ),
      ...part(
        'Timeline',
        timeline.map((event) => `${momentText(event.at)}  ${event.kind}  ${JSON.stringify(event.detail)}`),
      ),
      ...part(
        'Proxies',
        proxies.map((proxy) => `${proxy.id}  ${proxy.username}  until ${momentText(proxy.expires_at)}`),
      ),
    ].join('\n'),
    json: { ok: true, ...shown },
  };
}

async function settle(services: Services, id: OrderId, { deliver, reason }: SettleOptions): Promise<Answer> {
  const done = await support.settle(services, { orderId: id, how: deliver ? 'deliver' : 'refund', reason, actor: null });
  switch (done.outcome) {
    case 'delivered':
      return { text: `Order ${id} is delivered. A mail tells its customer.`, json: { ok: true, order_id: id, status: 'completed' } };
    case 'refunded':
      return {
        text: facts([
          ['order', `${id} is refunded; a mail tells its customer`],
          ['credit note', done.creditNote],
          ['balance', money(done.balanceCents)],
        ]),
        json: { ok: true, order_id: id, status: 'refunded', credit_note: done.creditNote, balance: toEuros(done.balanceCents) },
      };
    case 'still_failed':
      throw new Refusal(`Order ${id} could not be delivered and stays failed: ${done.failure}.`, { failure: done.failure });
    case 'not_failed':
      throw new Refusal(`Order ${id} has not failed, is settled, or is being settled just now. See: order show ${id}`);
  }
}
