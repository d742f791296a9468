/** Shapes of what a supplier answers: the answers of our own API, as its clients must read them (specification section 2). */
import { z } from 'zod';
import { authority } from '#server/kernel/authority.ts';
import { Country } from '#server/kernel/countries.ts';
import { fromEuros } from '#server/kernel/money.ts';

const balance = z
  .number()
  .min(-1_000_000)
  .max(1_000_000)
  .transform((amount, context) => {
    const whole = fromEuros(amount);
    if (whole === null) {
      context.addIssue({ code: 'custom', message: 'not whole cents' });
      return z.NEVER;
    }
    return whole;
  });
const euros = balance.refine((amount) => amount >= 0);

/** The code of a refusal; null where there is none to read. */
export const codeSchema = z
  .object({
    code: z
      .string()
      .regex(/^[a-z0-9_]{1,100}$/)
      .nullable()
      .catch(null),
  })
  .catch({ code: null });

export const balanceAnswer = z.object({ ok: z.literal(true), balance });

export const stockAnswer = z.object({
  ok: z.literal(true),
  stock: z
    .array(z.object({ country: z.string(), available: z.int().min(0).max(1_000_000), unit_price: euros }))
    .transform((entries) =>
      entries.flatMap(({ country, available, unit_price: unitCents }) => {
        const known = z.enum(Country).safeParse(country);
        return known.success ? [{ country: known.data, available, unitCents }] : [];
      }),
    ),
});

/** Text that the database keeps and a proxy's login may hold. */
const login = z.string().regex(/^[\x21-\x7e]{1,255}$/);
/** A host name or an address of IPv4 or IPv6. */
const host = z
  .string()
  .regex(
    /^(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$|^[0-9a-fA-F:.]{2,45}$/,
  )
  .refine((text) => URL.canParse(`http://${authority(text, 1)}`));

export const orderAnswer = z
  .object({
    ok: z.literal(true),
    order_id: z.int().positive().max(2_147_483_647),
    country: z.string(),
    qty: z.int(),
    total_debited: euros,
    proxies: z.array(
      z.object({
        proxy_id: login,
        host,
        port: z.int().min(1).max(65_535),
        username: login,
        password: login,
        country: z.string(),
        expires_at: z.iso.datetime(),
      }),
    ),
  })
  .transform((order) => ({
    orderId: order.order_id,
    country: order.country,
    qty: order.qty,
    costCents: order.total_debited,
    proxies: order.proxies.map(({ proxy_id: proxyId, expires_at: expiresAt, ...proxy }) => ({
      ...proxy,
      proxyId,
      expiresAt: new Date(expiresAt),
    })),
  }));
