-- AlterTable
ALTER TABLE "addresses" ADD COLUMN "rest_days" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "retired_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "proxies" ADD COLUMN "address_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "price_tiers" DROP CONSTRAINT "price_tiers_pkey",
ADD COLUMN "begins_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch',
ADD CONSTRAINT "price_tiers_pkey" PRIMARY KEY ("country", "begins_at", "min_qty");

-- CreateTable
CREATE TABLE "stock_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "rest_days" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "stock_settings_pkey" PRIMARY KEY ("id")
);


-- What Prisma cannot express.

ALTER TABLE "stock_settings"
    ADD CONSTRAINT "stock_settings_single" CHECK ("id" = 1),
    ADD CONSTRAINT "stock_settings_rest" CHECK ("rest_days" BETWEEN 0 AND 90);
INSERT INTO "stock_settings" ("rest_days") VALUES (0);

-- A retired address is never free, a reserved one not before its order has it: whatever leases, leases what is free.
ALTER TABLE "addresses"
    ADD CONSTRAINT "addresses_rest" CHECK ("rest_days" BETWEEN 0 AND 90),
    ADD CONSTRAINT "addresses_retired" CHECK ((num_nonnulls("retired_at", "reserved_for") > 0) = ("free_at" = 'infinity'));

-- A proxy has its address from its purchase on, or since it took the place of a dead one.
ALTER TABLE "proxies"
    DROP CONSTRAINT "proxies_one_live_an_address",
    ADD CONSTRAINT "proxies_address_since" CHECK (
        "address_since" IS NULL OR "address_id" IS NOT NULL AND "address_since" BETWEEN "created_at" AND "expires_at"),
    ADD CONSTRAINT "proxies_one_live_an_address" EXCLUDE USING gist (
        "address_id" WITH =, tstzrange(coalesce("address_since", "created_at"), "expires_at") WITH &&);
