-- AlterTable
ALTER TABLE "suppliers" ADD COLUMN     "entry_inside" BOOLEAN NOT NULL DEFAULT false;
-- AlterTable
ALTER TABLE "upstreams" ADD COLUMN     "outside" BOOLEAN NOT NULL DEFAULT true;


-- What Prisma cannot express.

-- A supplier on this very machine may have its entry point here as well, and what no supplier brought was given by the operator.
UPDATE "suppliers" SET "entry_inside" = true WHERE "base_url" ~ '^https?://(localhost|[^/:]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)';
UPDATE "upstreams" SET "outside" = false WHERE "supplier_order_id" IS NULL OR EXISTS (
    SELECT 1 FROM "supplier_orders" bought JOIN "suppliers" ON "suppliers"."id" = bought."supplier_id"
    WHERE bought."id" = "supplier_order_id" AND "entry_inside");

CREATE OR REPLACE VIEW "gateway_credentials" WITH (security_barrier) AS
    SELECT proxies.id AS proxy_id, proxies.account_id, proxies.username, proxies.password_hash, proxies.expires_at,
           host(addresses.ip) AS exit_ip, upstreams.protocol AS upstream_protocol, upstreams.host AS upstream_host,
           upstreams.port AS upstream_port, upstreams.username AS upstream_username,
           upstreams.password_ciphertext AS upstream_password_ciphertext, upstreams.outside AS upstream_outside
    FROM proxies
    LEFT JOIN addresses ON addresses.id = proxies.address_id
    LEFT JOIN upstreams ON upstreams.id = proxies.upstream_id
    WHERE proxies.expires_at > now();
