/** Proxies whose time lies elsewhere: moved with all that belongs to it, so that the books stay right. */
import { limits } from '#server/kernel/limits.ts';
import type { Services } from '#server/kernel/services.ts';

/**
 * Moves the whole life of proxies, and with it their orders and the leases of their addresses, so that they end so many milliseconds
 * from now. @returns that moment.
 */
export async function endIn(services: Pick<Services, 'db'>, ids: readonly string[], ms: number): Promise<Date> {
  const end = new Date(Date.now() + ms);
  const begin = new Date(end.getTime() - limits.proxyDays * 24 * 60 * 60 * 1_000);
  await services.db.prisma.$executeRaw`
    WITH moved AS (
      -- Its address was another proxy's before it was bought: it has had it since then only.
      UPDATE proxies SET expires_at = ${end}::timestamptz, created_at = ${begin}::timestamptz,
        address_since = CASE WHEN address_id IS NOT NULL AND coalesce(address_since, created_at) < ${end}::timestamptz
                             THEN coalesce(address_since, created_at) END
      WHERE id = ANY (${ids}::text[]) RETURNING address_id, expires_at, order_id, created_at
    ), ordered AS (
      UPDATE orders SET created_at = least(orders.created_at, moved.created_at) FROM moved WHERE orders.id = moved.order_id
    )
    UPDATE addresses SET free_at = moved.expires_at FROM moved WHERE addresses.id = moved.address_id`;
  return end;
}
