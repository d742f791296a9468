-- CreateTable
CREATE TABLE "upstreams" (
    "id" SERIAL NOT NULL,
    "protocol" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "username" TEXT NOT NULL,
    "password_ciphertext" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upstreams_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "proxies" ALTER COLUMN "address_id" DROP NOT NULL,
ADD COLUMN "upstream_id" INTEGER;

-- CreateTable
CREATE TABLE "proxy_usage" (
    "proxy_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "up_bytes" BIGINT NOT NULL,
    "down_bytes" BIGINT NOT NULL,
    "connections" BIGINT NOT NULL,

    CONSTRAINT "proxy_usage_pkey" PRIMARY KEY ("proxy_id","day")
);

-- CreateTable
CREATE TABLE "gateway_flushes" (
    "gateway" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateway_flushes_pkey" PRIMARY KEY ("gateway")
);

-- AddForeignKey
ALTER TABLE "proxies" ADD CONSTRAINT "proxies_upstream_id_fkey" FOREIGN KEY ("upstream_id") REFERENCES "upstreams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proxy_usage" ADD CONSTRAINT "proxy_usage_proxy_id_fkey" FOREIGN KEY ("proxy_id") REFERENCES "proxies"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot express.

ALTER TABLE "upstreams"
    ADD CONSTRAINT "upstreams_protocol" CHECK ("protocol" IN ('socks5', 'http')),
    ADD CONSTRAINT "upstreams_host" CHECK (length("host") BETWEEN 1 AND 253),
    ADD CONSTRAINT "upstreams_port" CHECK ("port" BETWEEN 1 AND 65535),
    ADD CONSTRAINT "upstreams_username" CHECK (length("username") BETWEEN 1 AND 255);
ALTER TABLE "proxies" ADD CONSTRAINT "proxies_one_exit" CHECK (num_nonnulls("address_id", "upstream_id") = 1);
-- Partial: a proxy with an address of the pool, which is what is bought most, costs no entry.
CREATE UNIQUE INDEX "proxies_upstream_id_key" ON "proxies" ("upstream_id") WHERE "upstream_id" IS NOT NULL;
-- Proxies stand in the table in the order in which they expire, but for renewals: the live ones are found by a handful of ranges.
CREATE INDEX "proxies_expiry" ON "proxies" USING brin ("expires_at");

ALTER TABLE "proxy_usage" ADD CONSTRAINT "proxy_usage_counts" CHECK ("up_bytes" >= 0 AND "down_bytes" >= 0 AND "connections" >= 0);
ALTER TABLE "gateway_flushes" ADD CONSTRAINT "gateway_flushes_sequence" CHECK ("sequence" > 0);

-- All that the entry point sees: credentials that are valid now. No function of a reader's query runs on rows that it leaves out.
CREATE VIEW "gateway_credentials" WITH (security_barrier) AS
    SELECT proxies.id AS proxy_id, proxies.account_id, proxies.username, proxies.password_hash, proxies.expires_at,
           host(addresses.ip) AS exit_ip, upstreams.protocol AS upstream_protocol, upstreams.host AS upstream_host,
           upstreams.port AS upstream_port, upstreams.username AS upstream_username,
           upstreams.password_ciphertext AS upstream_password_ciphertext
    FROM proxies
    LEFT JOIN addresses ON addresses.id = proxies.address_id
    LEFT JOIN upstreams ON upstreams.id = proxies.upstream_id
    WHERE proxies.expires_at > now();

-- All that the entry point writes. A batch of usage counts once however often it is sent: it takes part only where it is the next of its
-- gateway. Counts are added to the day (UTC) on which they arrive; those of a proxy that is gone are dropped. A total stops at a hundred
-- terabytes: one that was forged could otherwise grow until nothing can be added, and no batch with this proxy would ever be written again.
CREATE FUNCTION "gateway_count_usage"(
    "gateway_id" text, "batch" bigint, "proxy_ids" text[], "up" bigint[], "down" bigint[], "opened" bigint[]
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    most CONSTANT bigint := 100000000000000;
BEGIN
    INSERT INTO gateway_flushes AS flush (gateway, sequence, at) VALUES (gateway_id, batch, now())
        ON CONFLICT (gateway) DO UPDATE SET sequence = batch, at = now() WHERE flush.sequence = batch - 1;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO proxy_usage AS total (proxy_id, day, up_bytes, down_bytes, connections)
        SELECT proxies.id, (now() AT TIME ZONE 'UTC')::date,
               least(counted.up_bytes, most), least(counted.down_bytes, most), least(counted.connections, most)
        FROM unnest(proxy_ids, up, down, opened) AS counted (proxy_id, up_bytes, down_bytes, connections)
        JOIN proxies ON proxies.id = counted.proxy_id
        ORDER BY proxies.id
        ON CONFLICT (proxy_id, day) DO UPDATE SET up_bytes = least(total.up_bytes + excluded.up_bytes, most),
            down_bytes = least(total.down_bytes + excluded.down_bytes, most),
            connections = least(total.connections + excluded.connections, most);
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION "gateway_count_usage" FROM PUBLIC;

-- The entry point is told of what changes. Not of new proxies: a notification makes commits wait for one another, which every purchase
-- would pay for, and a username that is not known yet is looked up when it is first used.
CREATE FUNCTION "tell_gateway"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'proxies' THEN
        PERFORM pg_notify('gateway_credentials', OLD.id);
    ELSIF TG_TABLE_NAME = 'addresses' THEN
        PERFORM pg_notify('gateway_credentials', id) FROM proxies WHERE address_id = OLD.id AND expires_at > now();
    ELSE
        PERFORM pg_notify('gateway_credentials', id) FROM proxies WHERE upstream_id = OLD.id AND expires_at > now();
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "proxies_tell_gateway" AFTER UPDATE OF "username", "password_hash", "expires_at", "address_id", "upstream_id" ON "proxies"
    FOR EACH ROW WHEN ((OLD.username, OLD.password_hash, OLD.expires_at, OLD.address_id, OLD.upstream_id)
        IS DISTINCT FROM (NEW.username, NEW.password_hash, NEW.expires_at, NEW.address_id, NEW.upstream_id))
    EXECUTE FUNCTION "tell_gateway"();
CREATE TRIGGER "proxies_removed_tell_gateway" AFTER DELETE ON "proxies" FOR EACH ROW EXECUTE FUNCTION "tell_gateway"();
-- Leasing an address writes only when it is free again, and tells nobody.
CREATE TRIGGER "addresses_tell_gateway" AFTER UPDATE OF "ip" ON "addresses"
    FOR EACH ROW WHEN (OLD.ip IS DISTINCT FROM NEW.ip) EXECUTE FUNCTION "tell_gateway"();
CREATE TRIGGER "upstreams_tell_gateway" AFTER UPDATE ON "upstreams"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "tell_gateway"();
