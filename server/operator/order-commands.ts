/** The operator's commands about orders that failed after their debit. */
import { type Command, InvalidArgumentError } from 'commander';
import type { OrderId } from '#server/kernel/ids.ts';
import { toEuros, wholeCents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as support from '#server/plugins/support/port.ts';
import { type Answer, Refusal, respond } from './answer.ts';
import * as argument from './arguments.ts';
import { counted, facts, momentText, money, table } from './layout.ts';

interface SettleOptions {
  readonly deliver?: boolean;
  readonly refund?: boolean;
  readonly reason: string;
}

/** Euros, as the desk has them. */
const euros = (amount: number): string => money(wholeCents(amount));

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

/** What is newer comes up when older ones are settled. */
const MOST_LISTED = 500;

async function failed(services: Services): Promise<Answer> {
  const { orders, held, total } = await support.queue(services, { sort: 'oldest', limit: MOST_LISTED, offset: 0 });
  const more = total > orders.length;
  const list = table(
    [
      { title: 'order', right: true },
      { title: 'failed' },
      { title: 'account' },
      { title: 'proxies' },
      { title: 'held', right: true },
      { title: 'why' },
    ],
    orders.map((one) => [
      String(one.order_id),
      momentText(new Date(one.failed_at)),
      one.email,
      `${one.qty} ${one.country}`,
      euros(one.total),
      one.busy ? `${one.failure}; being settled` : one.failure,
    ]),
  );
  const sum = `${counted(total, 'order', 'orders')}, ${euros(held)} held${more ? `; the ${orders.length} oldest are listed` : ''}.`;
  return {
    text: orders.length === 0 ? 'No order waits to be settled.' : `${list}\n\n${sum}`,
    json: { ok: true, total, held, more, orders },
  };
}

async function show(services: Services, id: OrderId): Promise<Answer> {
  const order = await support.orderView(services, id);
  if (!order) throw new Refusal(`There is no order ${id}.`);
  const moment = (text: string) => momentText(new Date(text));
  const part = (title: string, lines: readonly string[]) => (lines.length > 0 ? ['', title, ...lines] : []);
  return {
    text: [
      facts([
        ['order', String(id)],
        ['account', order.email],
        ['status', order.status],
        ['proxies', `${order.qty} ${order.country}`],
        ['total', euros(order.total)],
        ['ordered', moment(order.created_at)],
        ['key', order.key],
      ]),
      ...part(
        'Money',
        order.movements.map((row) =>
          `${moment(row.created_at)}  ${row.kind}  ${euros(row.amount)}  ${row.invoice_number ?? ''}`.trimEnd(),
        ),
      ),
      ...part(
        'Bought of suppliers',
        order.bought.map((one) => {
          const there = one.remote_order_id === null ? 'order there not known' : `order ${one.remote_order_id} there`;
          return `${one.supplier}  ${one.qty} proxies  ${one.problem ?? one.status}  ${there}  key ${one.key}`;
        }),
      ),
      ...part(
        'Timeline',
        order.timeline.map((event) => `${moment(event.at)}  ${event.kind}  ${JSON.stringify(event.detail)}`),
      ),
      ...part(
        'Proxies',
        order.proxies.map((proxy) => `${proxy.proxy_id}  ${proxy.username}  until ${moment(proxy.expires_at)}`),
      ),
    ].join('\n'),
    json: { ok: true, ...order },
  };
}

async function settle(services: Services, id: OrderId, { deliver, reason }: SettleOptions): Promise<Answer> {
  const done = await support.settle(services, { orderId: id, how: deliver ? 'deliver' : 'refund', reason, actorId: null });
  switch (done.outcome) {
    case 'delivered':
      return {
        text: `Order ${id} is delivered. A mail tells its customer.`,
        json: { ok: true, order_id: id, status: 'completed' },
      };
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
