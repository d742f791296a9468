/** A renewal too large for one transaction, as a task: part by part, each charged once however often the task is run. */
import { z } from 'zod';
import { Country } from '#prisma/generated/enums.ts';
import { PublicError } from '#server/kernel/errors.ts';
import { cents, toEuros } from '#server/kernel/money.ts';
import { recipient } from '../../accounts/port.ts';
import type { TaskKind } from '../../tasks/port.ts';
import { type Plan, renew } from '../port.ts';
import { partsOf, renewalLimits, renewalStops } from '../rules.ts';

const inputSchema = z.object({
  key: z.string(),
  /** Id, country and end (milliseconds since the epoch) of each, in the order in which they are renewed. */
  proxies: z.array(z.tuple([z.string(), z.enum(Country), z.int()])),
  terms: z.array(z.object({ country: z.enum(Country), qty: z.int(), unitCents: z.int().transform(cents) })),
});

type Input = z.infer<typeof inputSchema>;

export const RENEWAL_TASK = 'renewals.renew';

/** What a task is told of a plan that was agreed on. */
export function taskInput(key: string, plan: Plan): z.input<typeof inputSchema> {
  return {
    key,
    proxies: plan.proxies.map(({ id, country, expires_at }) => [id, country, expires_at.getTime()]),
    terms: plan.terms.map((term) => ({ ...term })),
  };
}

export const renewalTask: TaskKind<Input> = {
  name: RENEWAL_TASK,
  input: inputSchema,
  async run({ services, accountId, input, progress }) {
    const { email } = await recipient(services.db, accountId);
    const seen = input.proxies.map(([id, country, end]) => ({ id, country, expires_at: new Date(end) }));
    const told = { renewed: 0, spent: 0, skipped: 0, left: seen.length, stopped: '' };
    for (const [nth, proxies] of partsOf(seen, renewalLimits.part).entries()) {
      await progress(seen.length - told.left, seen.length);
      try {
        const batch = { key: input.key, part: nth + 1, proxies, terms: input.terms, all: false, automatic: false };
        const { qty, totalCents } = await renew(services, { accountId, email }, batch);
        told.renewed += qty;
        told.spent = cents(told.spent + totalCents);
        told.skipped += proxies.length - qty;
        told.left -= proxies.length;
      } catch (error) {
        const stopped = renewalStops.find((stop) => error instanceof PublicError && error.code === stop);
        if (!stopped) throw error;
        return { ...told, spent: toEuros(cents(told.spent)), stopped };
      }
    }
    return { ...told, spent: toEuros(cents(told.spent)) };
  },
};
