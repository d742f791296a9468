
-- CreateEnum
CREATE TYPE "Role" AS ENUM ('customer', 'support');

-- CreateEnum
CREATE TYPE "LedgerKind" AS ENUM ('purchase', 'top_up', 'credit', 'debit', 'refund');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('processing', 'completed', 'failed', 'refunded');

-- CreateEnum
CREATE TYPE "OrderChannel" AS ENUM ('api', 'site');

-- CreateEnum
CREATE TYPE "Country" AS ENUM ('fr', 'es', 'eu');

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "Role" NOT NULL DEFAULT 'customer',
    "reseller_mode" BOOLEAN NOT NULL DEFAULT false,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "billing_accounts" (
    "account_id" INTEGER NOT NULL,
    "balance_cents" BIGINT NOT NULL DEFAULT 0,
    "ledger_seq" INTEGER,
    "invoice_seq" INTEGER NOT NULL DEFAULT 0,
    "legal_name" TEXT,
    "address_lines" TEXT,
    "country_code" TEXT,
    "vat_id" TEXT,

    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "account_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "previous_seq" INTEGER,
    "kind" "LedgerKind" NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "balance_before_cents" BIGINT NOT NULL,
    "balance_after_cents" BIGINT NOT NULL,
    "order_id" INTEGER,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("account_id","seq")
);

-- CreateTable
CREATE TABLE "invoices" (
    "account_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "net_cents" BIGINT NOT NULL,
    "vat_rate_bp" INTEGER NOT NULL,
    "vat_cents" BIGINT NOT NULL,
    "gross_cents" BIGINT NOT NULL,
    "seller" JSONB NOT NULL,
    "buyer" JSONB NOT NULL,
    "lines" JSONB NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("account_id","seq")
);

-- CreateTable
CREATE TABLE "seller" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "legal_name" TEXT NOT NULL,
    "address_lines" TEXT NOT NULL,
    "country_code" TEXT NOT NULL,
    "vat_id" TEXT,
    "vat_rate_bp" INTEGER NOT NULL,

    CONSTRAINT "seller_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "channel" "OrderChannel" NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "country" "Country" NOT NULL,
    "qty" INTEGER NOT NULL,
    "unit_price_cents" INTEGER NOT NULL,
    "total_cents" INTEGER NOT NULL,
    "discount_cents" INTEGER NOT NULL,
    "discount_kind" TEXT,
    "sale_price_cents" INTEGER NOT NULL,
    "listed_in_resale" BOOLEAN NOT NULL DEFAULT true,
    "status" "OrderStatus" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_caps" (
    "account_id" INTEGER NOT NULL,
    "proxies_per_day" INTEGER NOT NULL,

    CONSTRAINT "order_caps_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "price_tiers" (
    "country" "Country" NOT NULL,
    "min_qty" INTEGER NOT NULL,
    "unit_price_cents" INTEGER NOT NULL,

    CONSTRAINT "price_tiers_pkey" PRIMARY KEY ("country","min_qty")
);

-- CreateTable
CREATE TABLE "reseller_tiers" (
    "name" TEXT NOT NULL,
    "discount_bp" INTEGER NOT NULL,

    CONSTRAINT "reseller_tiers_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "account_discounts" (
    "account_id" INTEGER NOT NULL,
    "tier_name" TEXT,
    "review_bp" INTEGER,
    "review_until" TIMESTAMPTZ(3),

    CONSTRAINT "account_discounts_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "addresses" (
    "id" SERIAL NOT NULL,
    "country" "Country" NOT NULL,
    "ip" INET NOT NULL,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stock_moves" (
    "id" BIGSERIAL NOT NULL,
    "country" "Country" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "delta" INTEGER NOT NULL,

    CONSTRAINT "stock_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "proxies" (
    "id" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "country" "Country" NOT NULL,
    "address_id" INTEGER NOT NULL,
    "username" TEXT NOT NULL,
    "password_ciphertext" BYTEA NOT NULL,
    "password_key_id" TEXT NOT NULL,
    "password_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "proxies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resale_entries" (
    "proxy_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "sale_price_cents" INTEGER NOT NULL,
    "buyer_name" TEXT NOT NULL DEFAULT '',
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resale_entries_pkey" PRIMARY KEY ("proxy_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "account_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices"("number");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_order_id_key" ON "invoices"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_account_id_idempotency_key_key" ON "orders"("account_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "addresses_ip_key" ON "addresses"("ip");

-- CreateIndex
CREATE UNIQUE INDEX "proxies_username_key" ON "proxies"("username");

-- CreateIndex
CREATE UNIQUE INDEX "proxies_order_id_position_key" ON "proxies"("order_id", "position");

-- CreateIndex
CREATE INDEX "resale_entries_account_id_added_at_proxy_id_idx" ON "resale_entries"("account_id", "added_at" DESC, "proxy_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- AddForeignKey
ALTER TABLE "account_discounts" ADD CONSTRAINT "account_discounts_tier_name_fkey" FOREIGN KEY ("tier_name") REFERENCES "reseller_tiers"("name") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proxies" ADD CONSTRAINT "proxies_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "addresses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What Prisma cannot express: the constraints that stand behind the rules of the code, and the foreign keys between
-- plugins (a relation field would let one plugin's queries walk into another's tables).

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Accounts
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_email_lower_case" CHECK ("email" = lower("email"));
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id");

-- Pricing
ALTER TABLE "price_tiers" ADD CONSTRAINT "price_tiers_range" CHECK ("min_qty" BETWEEN 1 AND 50 AND "unit_price_cents" > 0);
ALTER TABLE "reseller_tiers" ADD CONSTRAINT "reseller_tiers_range" CHECK ("discount_bp" BETWEEN 0 AND 9999);
ALTER TABLE "account_discounts"
    ADD CONSTRAINT "account_discounts_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "account_discounts_review" CHECK (
        ("review_bp" IS NULL) = ("review_until" IS NULL) AND "review_bp" BETWEEN 0 AND 9999);

-- Orders
ALTER TABLE "orders"
    ADD CONSTRAINT "orders_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "orders_key" CHECK ("idempotency_key" ~ '^[A-Za-z0-9._:-]{8,128}$'),
    ADD CONSTRAINT "orders_qty" CHECK ("qty" BETWEEN 1 AND 50),
    ADD CONSTRAINT "orders_total" CHECK (
        "unit_price_cents" > 0 AND "total_cents" = "unit_price_cents" * "qty" AND "discount_cents" >= 0),
    ADD CONSTRAINT "orders_discount" CHECK (("discount_kind" IS NULL) = ("discount_cents" = 0)),
    ADD CONSTRAINT "orders_sale_price" CHECK ("sale_price_cents" BETWEEN 0 AND 1000000);
-- Covers the sum behind the 24-hour cap.
CREATE INDEX "orders_account_recent" ON "orders" ("account_id", "created_at") INCLUDE ("qty", "status");
CREATE INDEX "orders_not_listed" ON "orders" ("id") WHERE NOT "listed_in_resale";
ALTER TABLE "order_caps"
    ADD CONSTRAINT "order_caps_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "order_caps_range" CHECK ("proxies_per_day" >= 0);

-- Billing. A ledger entry continues the one before it, and the balance is the newest entry's: both as foreign keys.
ALTER TABLE "ledger_entries"
    ADD CONSTRAINT "ledger_entries_carry" UNIQUE ("account_id", "seq", "balance_after_cents"),
    ADD CONSTRAINT "ledger_entries_continue" FOREIGN KEY ("account_id", "previous_seq", "balance_before_cents")
        REFERENCES "ledger_entries" ("account_id", "seq", "balance_after_cents"),
    ADD CONSTRAINT "ledger_entries_first" CHECK (
        CASE WHEN "seq" = 1 THEN "previous_seq" IS NULL AND "balance_before_cents" = 0
             ELSE "previous_seq" IS NOT NULL AND "previous_seq" = "seq" - 1 AND "seq" > 1 END),
    ADD CONSTRAINT "ledger_entries_sum" CHECK ("balance_after_cents" = "balance_before_cents" + "amount_cents"),
    ADD CONSTRAINT "ledger_entries_not_overdrawn" CHECK ("balance_after_cents" >= 0),
    ADD CONSTRAINT "ledger_entries_sign" CHECK (
        CASE WHEN "kind" IN ('purchase', 'debit') THEN "amount_cents" < 0 ELSE "amount_cents" > 0 END),
    ADD CONSTRAINT "ledger_entries_account" FOREIGN KEY ("account_id") REFERENCES "billing_accounts"("account_id"),
    ADD CONSTRAINT "ledger_entries_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id"),
    ADD CONSTRAINT "ledger_entries_purchase" CHECK ("kind" <> 'purchase' OR "order_id" IS NOT NULL);
CREATE UNIQUE INDEX "ledger_entries_one_debit_an_order" ON "ledger_entries" ("order_id") WHERE "kind" = 'purchase';

ALTER TABLE "billing_accounts"
    ADD CONSTRAINT "billing_accounts_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "billing_accounts_not_overdrawn" CHECK ("balance_cents" >= 0),
    ADD CONSTRAINT "billing_accounts_empty" CHECK ("ledger_seq" IS NOT NULL OR "balance_cents" = 0),
    ADD CONSTRAINT "billing_accounts_balance" FOREIGN KEY ("account_id", "ledger_seq", "balance_cents")
        REFERENCES "ledger_entries" ("account_id", "seq", "balance_after_cents");

ALTER TABLE "invoices"
    ADD CONSTRAINT "invoices_account" FOREIGN KEY ("account_id") REFERENCES "billing_accounts"("account_id"),
    ADD CONSTRAINT "invoices_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id"),
    ADD CONSTRAINT "invoices_sum" CHECK ("gross_cents" = "net_cents" + "vat_cents" AND "net_cents" >= 0 AND "vat_cents" >= 0),
    ADD CONSTRAINT "invoices_seq" CHECK ("seq" > 0);
ALTER TABLE "seller" ADD CONSTRAINT "seller_single" CHECK ("id" = 1 AND "vat_rate_bp" BETWEEN 0 AND 9999);

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: the books are append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', HINT = 'Correct with a new ledger entry or a credit note.';
END $$;
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "invoices_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoices"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- Proxies and stock
ALTER TABLE "proxies"
    ADD CONSTRAINT "proxies_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id"),
    ADD CONSTRAINT "proxies_position" CHECK ("position" BETWEEN 1 AND 50),
    ADD CONSTRAINT "proxies_period" CHECK ("expires_at" > "created_at"),
    ADD CONSTRAINT "proxies_one_live_an_address" EXCLUDE USING gist (
        "address_id" WITH =, tstzrange("created_at", "expires_at") WITH &&);
CREATE INDEX "proxies_account" ON "proxies" ("account_id", "created_at" DESC);
-- Free addresses are those with a `free_at` in the past, so the index that finds them never needs a sweeper.
CREATE INDEX "addresses_free" ON "addresses" ("country", "free_at");

-- Stock is counted from moves: one negative for each group leased, one positive for the moment at which it returns.
-- Inserting is free of contention between buyers. The past is folded into one row every so many moves, by whichever
-- transaction writes that move and gets the lock, so that a count reads a few hundred rows however many there are.
CREATE INDEX "stock_moves_counted" ON "stock_moves" ("country", "at") INCLUDE ("delta");
CREATE FUNCTION "record_stock_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    newest bigint;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO stock_moves (country, at, delta)
            SELECT country, CASE WHEN free_at <= now() THEN 'epoch' ELSE free_at END, sum(change)
            FROM (SELECT country, free_at, -1 AS change FROM before_rows UNION ALL SELECT country, free_at, 1 FROM after_rows) AS changed
            GROUP BY 1, 2 HAVING sum(change) <> 0;
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO stock_moves (country, at, delta)
            SELECT country, CASE WHEN free_at <= now() THEN 'epoch' ELSE free_at END, count(*) FROM after_rows GROUP BY 1, 2;
    ELSE
        INSERT INTO stock_moves (country, at, delta)
            SELECT country, CASE WHEN free_at <= now() THEN 'epoch' ELSE free_at END, -count(*) FROM before_rows GROUP BY 1, 2;
    END IF;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    newest := currval('stock_moves_id_seq');
    IF newest % 256 < 2 AND pg_try_advisory_xact_lock(hashtext('stock_moves fold')) THEN
        WITH past AS (DELETE FROM stock_moves WHERE at <= now() RETURNING country, delta)
        INSERT INTO stock_moves (country, at, delta) SELECT country, 'epoch', sum(delta) FROM past GROUP BY country;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "addresses_added" AFTER INSERT ON "addresses"
    REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION "record_stock_moves"();
CREATE TRIGGER "addresses_changed" AFTER UPDATE ON "addresses"
    REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION "record_stock_moves"();
CREATE TRIGGER "addresses_removed" AFTER DELETE ON "addresses"
    REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION "record_stock_moves"();

-- Resale
ALTER TABLE "resale_entries"
    ADD CONSTRAINT "resale_entries_proxy" FOREIGN KEY ("proxy_id") REFERENCES "proxies"("id"),
    ADD CONSTRAINT "resale_entries_sale_price" CHECK ("sale_price_cents" BETWEEN 0 AND 1000000),
    ADD CONSTRAINT "resale_entries_buyer_name" CHECK (length("buyer_name") <= 200);

-- What a new site starts with; the operator command changes all of it.
INSERT INTO "price_tiers" ("country", "min_qty", "unit_price_cents") VALUES
    ('fr', 1, 290), ('fr', 10, 260), ('fr', 25, 230),
    ('es', 1, 270), ('es', 10, 240), ('es', 25, 215),
    ('eu', 1, 250), ('eu', 10, 225), ('eu', 25, 199);
INSERT INTO "reseller_tiers" ("name", "discount_bp") VALUES ('bronze', 500), ('silver', 1000), ('gold', 1500);
INSERT INTO "seller" ("legal_name", "address_lines", "country_code", "vat_id", "vat_rate_bp") VALUES
    ('Seller name not set', 'Seller address not set', 'FR', NULL, 2000);
