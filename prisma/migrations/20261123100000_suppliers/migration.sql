-- CreateEnum
CREATE TYPE "SupplierOrderStatus" AS ENUM ('asked', 'delivered', 'refused', 'faulty');

-- AlterTable
ALTER TABLE "addresses" ADD COLUMN "reserved_for" INTEGER;

-- AlterTable
ALTER TABLE "upstreams" ADD COLUMN "supplier_order_id" INTEGER,
ADD COLUMN "remote_proxy_id" TEXT,
ADD COLUMN "expires_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "fulfilments" (
    "order_id" INTEGER NOT NULL,
    "line_text" TEXT NOT NULL,
    "buyer_email" TEXT NOT NULL,
    "run" INTEGER NOT NULL DEFAULT 1,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "give_up_at" TIMESTAMPTZ(3) NOT NULL,
    "failure" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "fulfilments_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "order_events" (
    "id" BIGSERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL,
    "detail" JSONB NOT NULL,

    CONSTRAINT "order_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppliers" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "api_key_ciphertext" BYTEA NOT NULL,
    "api_key_key_id" TEXT NOT NULL,
    "check_url" TEXT NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "balance_cents" BIGINT,
    "asked_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failed_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "off_until" TIMESTAMPTZ(3),

    CONSTRAINT "suppliers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_countries" (
    "supplier_id" INTEGER NOT NULL,
    "country" "Country" NOT NULL,
    "preference" INTEGER NOT NULL,
    "markup_floor_bp" INTEGER NOT NULL,
    "cap_per_day" INTEGER NOT NULL,
    "available" INTEGER NOT NULL DEFAULT 0,
    "unit_cost_cents" INTEGER,

    CONSTRAINT "supplier_countries_pkey" PRIMARY KEY ("supplier_id","country")
);

-- CreateTable
CREATE TABLE "supplier_orders" (
    "id" SERIAL NOT NULL,
    "supplier_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "country" "Country" NOT NULL,
    "qty" INTEGER NOT NULL,
    "status" "SupplierOrderStatus" NOT NULL DEFAULT 'asked',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "remote_order_id" INTEGER,
    "cost_cents" INTEGER,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "supplier_orders_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_events_order_id_id_idx" ON "order_events"("order_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "suppliers_name_key" ON "suppliers"("name");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_orders_key_key" ON "supplier_orders"("key");

-- CreateIndex
CREATE INDEX "supplier_orders_order_id_idx" ON "supplier_orders"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "upstreams_host_port_username_key" ON "upstreams"("host", "port", "username");

-- AddForeignKey
ALTER TABLE "supplier_countries" ADD CONSTRAINT "supplier_countries_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "suppliers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_orders" ADD CONSTRAINT "supplier_orders_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "suppliers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What Prisma cannot express.

ALTER TABLE "fulfilments"
    ADD CONSTRAINT "fulfilments_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id"),
    ADD CONSTRAINT "fulfilments_failed" CHECK (("failure" IS NULL) = ("failed_at" IS NULL));
-- What is under way: what has ended is never looked for again.
CREATE INDEX "fulfilments_under_way" ON "fulfilments" ("lease_until") WHERE "ended_at" IS NULL;
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id");
CREATE TRIGGER "order_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "order_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

ALTER TABLE "addresses" ADD CONSTRAINT "addresses_reserved_for" FOREIGN KEY ("reserved_for") REFERENCES "orders"("id");
CREATE INDEX "addresses_reserved" ON "addresses" ("reserved_for") WHERE "reserved_for" IS NOT NULL;

ALTER TABLE "suppliers"
    ADD CONSTRAINT "suppliers_name_form" CHECK ("name" ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    ADD CONSTRAINT "suppliers_failures" CHECK ("failures" >= 0);
ALTER TABLE "supplier_countries"
    ADD CONSTRAINT "supplier_countries_range" CHECK (
        "preference" BETWEEN -100 AND 100 AND "preference" <> 0 AND "markup_floor_bp" BETWEEN 0 AND 100000
        AND "cap_per_day" >= 0 AND "available" >= 0 AND "unit_cost_cents" > 0);
ALTER TABLE "supplier_orders"
    ADD CONSTRAINT "supplier_orders_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id"),
    ADD CONSTRAINT "supplier_orders_qty" CHECK ("qty" BETWEEN 1 AND 50),
    ADD CONSTRAINT "supplier_orders_key_form" CHECK ("key" ~ '^[A-Za-z0-9._:-]{8,128}$'),
    ADD CONSTRAINT "supplier_orders_answered" CHECK (("status" = 'asked') = ("answered_at" IS NULL)),
    ADD CONSTRAINT "supplier_orders_delivered" CHECK (
        "status" <> 'delivered' OR "remote_order_id" IS NOT NULL AND "cost_cents" IS NOT NULL AND "problem" IS NULL),
    ADD CONSTRAINT "supplier_orders_problem" CHECK ("status" NOT IN ('refused', 'faulty') OR "problem" IS NOT NULL);
-- Covers the sum behind the cap of a day.
CREATE INDEX "supplier_orders_recent" ON "supplier_orders" ("supplier_id", "country", "created_at") INCLUDE ("qty", "status");

-- One delivery of a supplier never stands for two of ours.
CREATE UNIQUE INDEX "supplier_orders_remote" ON "supplier_orders" ("supplier_id", "remote_order_id") WHERE "status" = 'delivered';
ALTER TABLE "upstreams"
    ADD CONSTRAINT "upstreams_supplier_order" FOREIGN KEY ("supplier_order_id") REFERENCES "supplier_orders"("id"),
    ADD CONSTRAINT "upstreams_told" CHECK (num_nonnulls("supplier_order_id", "remote_proxy_id", "expires_at") IN (0, 3));
CREATE INDEX "upstreams_brought" ON "upstreams" ("supplier_order_id") WHERE "supplier_order_id" IS NOT NULL;
