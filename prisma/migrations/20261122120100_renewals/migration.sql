-- AlterTable
ALTER TABLE "proxies" ADD COLUMN "auto_renew" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "reset_by_task" INTEGER;

-- AlterTable
ALTER TABLE "ledger_entries" ADD COLUMN "renewal_id" INTEGER;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN "renewal_id" INTEGER,
ALTER COLUMN "order_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "renewals" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "part" SMALLINT NOT NULL,
    "qty" INTEGER NOT NULL,
    "total_cents" INTEGER NOT NULL,
    "discount_cents" INTEGER NOT NULL,
    "automatic" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "renewals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "renewal_proxies" (
    "renewal_id" INTEGER NOT NULL,
    "proxy_id" TEXT NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "unit_price_cents" INTEGER NOT NULL,

    CONSTRAINT "renewal_proxies_pkey" PRIMARY KEY ("proxy_id","valid_from")
);

-- CreateTable
CREATE TABLE "renewal_warnings" (
    "account_id" INTEGER NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "renewal_warnings_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invoices_renewal_id_key" ON "invoices"("renewal_id");

-- CreateIndex
CREATE UNIQUE INDEX "renewals_account_id_idempotency_key_part_key" ON "renewals"("account_id", "idempotency_key", "part");

-- CreateIndex
CREATE INDEX "renewal_proxies_renewal_id_idx" ON "renewal_proxies"("renewal_id");

-- AddForeignKey
ALTER TABLE "renewal_proxies" ADD CONSTRAINT "renewal_proxies_renewal_id_fkey" FOREIGN KEY ("renewal_id") REFERENCES "renewals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What Prisma cannot express.

ALTER TABLE "renewals"
    ADD CONSTRAINT "renewals_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "renewals_key" CHECK ("idempotency_key" ~ '^[A-Za-z0-9._:-]{8,128}$' AND "part" >= 0),
    ADD CONSTRAINT "renewals_total" CHECK ("qty" > 0 AND "total_cents" > 0 AND "discount_cents" >= 0);
ALTER TABLE "renewal_proxies"
    ADD CONSTRAINT "renewal_proxies_proxy" FOREIGN KEY ("proxy_id") REFERENCES "proxies"("id"),
    ADD CONSTRAINT "renewal_proxies_period" CHECK ("valid_until" > "valid_from"),
    ADD CONSTRAINT "renewal_proxies_price" CHECK ("unit_price_cents" > 0);
ALTER TABLE "renewal_warnings" ADD CONSTRAINT "renewal_warnings_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id");

-- Money is taken for an order or for a renewal, once each, and an invoice is about one of the two. Signs compare the kinds as text: some of them
-- belong to payments.
ALTER TABLE "ledger_entries"
    ADD CONSTRAINT "ledger_entries_renewal" FOREIGN KEY ("renewal_id") REFERENCES "renewals"("id"),
    ADD CONSTRAINT "ledger_entries_one_cause" CHECK (
        CASE WHEN "kind" = 'renewal' THEN "renewal_id" IS NOT NULL ELSE "renewal_id" IS NULL OR "kind" = 'refund' END
        AND num_nonnulls("order_id", "renewal_id") <= 1),
    DROP CONSTRAINT "ledger_entries_sign",
    ADD CONSTRAINT "ledger_entries_sign" CHECK (
        CASE WHEN "kind"::text IN ('purchase', 'debit', 'renewal', 'top_up_refund', 'chargeback') THEN "amount_cents" < 0
             ELSE "amount_cents" > 0 END);
CREATE UNIQUE INDEX "ledger_entries_one_debit_a_renewal" ON "ledger_entries" ("renewal_id") WHERE "kind" = 'renewal';
ALTER TABLE "invoices"
    ADD CONSTRAINT "invoices_renewal" FOREIGN KEY ("renewal_id") REFERENCES "renewals"("id"),
    ADD CONSTRAINT "invoices_one_cause" CHECK (num_nonnulls("order_id", "renewal_id") = 1);

-- Those that are to be renewed by themselves are found by when they expire.
CREATE INDEX "proxies_auto_renew" ON "proxies" ("expires_at") WHERE "auto_renew";
