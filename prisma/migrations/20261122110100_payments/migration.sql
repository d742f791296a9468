-- CreateEnum
CREATE TYPE "PaymentState" AS ENUM ('created', 'processing', 'paid', 'failed', 'expired', 'held');

-- CreateEnum
CREATE TYPE "DisputeState" AS ENUM ('open', 'won', 'lost');

-- CreateTable
CREATE TABLE "payments" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "attempt_key" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "reference" TEXT,
    "intent" TEXT,
    "checkout_url" TEXT,
    "amount_cents" INTEGER NOT NULL,
    "state" "PaymentState" NOT NULL DEFAULT 'created',
    "held_because" TEXT,
    "credited_cents" INTEGER NOT NULL DEFAULT 0,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "charged_back_cents" INTEGER NOT NULL DEFAULT 0,
    "dispute" "DisputeState",
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),
    "looked_at" TIMESTAMPTZ(3),
    "next_look_at" TIMESTAMPTZ(3),

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payment_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "sandbox_checkouts" (
    "reference" TEXT NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "outcome" TEXT,

    CONSTRAINT "sandbox_checkouts_pkey" PRIMARY KEY ("reference")
);

-- AlterTable
ALTER TABLE "ledger_entries" ADD COLUMN "payment_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "payments_account_id_attempt_key_key" ON "payments"("account_id", "attempt_key");

-- CreateIndex
CREATE UNIQUE INDEX "payments_provider_reference_key" ON "payments"("provider", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "payments_provider_intent_key" ON "payments"("provider", "intent");

-- CreateIndex
CREATE UNIQUE INDEX "payments_id_account_id_key" ON "payments"("id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_checkouts_payment_id_key" ON "sandbox_checkouts"("payment_id");

-- AddForeignKey
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What Prisma cannot express.

ALTER TABLE "payments"
    ADD CONSTRAINT "payments_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "payments_amount" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "payments_checkout" CHECK (("reference" IS NULL) = ("checkout_url" IS NULL)),
    -- What was paid was credited whole, and nothing else was.
    ADD CONSTRAINT "payments_credited" CHECK (
        "credited_cents" = CASE WHEN "state" = 'paid' THEN "amount_cents" ELSE 0 END
        AND ("paid_at" IS NOT NULL) = ("state" = 'paid')),
    ADD CONSTRAINT "payments_taken_back" CHECK (
        "refunded_cents" >= 0 AND "charged_back_cents" >= 0 AND "refunded_cents" + "charged_back_cents" <= "credited_cents"),
    ADD CONSTRAINT "payments_dispute" CHECK ("dispute" IS NULL OR "state" = 'paid'),
    ADD CONSTRAINT "payments_held" CHECK (("held_because" IS NOT NULL) = ("state" = 'held'));
CREATE INDEX "payments_account" ON "payments" ("account_id", "created_at" DESC, "id");
CREATE INDEX "payments_to_look_at" ON "payments" ("next_look_at") WHERE "next_look_at" IS NOT NULL;
CREATE INDEX "payment_events_waiting" ON "payment_events" ("payment_id") WHERE "processed_at" IS NULL;
ALTER TABLE "sandbox_checkouts"
    ADD CONSTRAINT "sandbox_checkouts_payment" FOREIGN KEY ("payment_id") REFERENCES "payments"("id"),
    ADD CONSTRAINT "sandbox_checkouts_outcome" CHECK ("outcome" IN ('paid', 'declined'));

-- A movement of a payment names it, and is in its account. A payment is credited once.
ALTER TABLE "ledger_entries"
    ADD CONSTRAINT "ledger_entries_payment" FOREIGN KEY ("payment_id", "account_id") REFERENCES "payments"("id", "account_id"),
    ADD CONSTRAINT "ledger_entries_of_payment" CHECK (
        ("kind" IN ('top_up', 'top_up_refund', 'top_up_refund_failed', 'chargeback', 'chargeback_reversed')) = ("payment_id" IS NOT NULL));
CREATE UNIQUE INDEX "ledger_entries_one_credit_a_payment" ON "ledger_entries" ("payment_id") WHERE "kind" = 'top_up';
CREATE INDEX "ledger_entries_by_payment" ON "ledger_entries" ("payment_id") WHERE "payment_id" IS NOT NULL;

-- A bank takes its money back whether or not it was spent: that alone may leave a balance below zero, and only money that comes in may leave it
-- there. The balance of the account is its newest entry's by a foreign key, so the rule stands in the ledger.
ALTER TABLE "billing_accounts" DROP CONSTRAINT "billing_accounts_not_overdrawn";
ALTER TABLE "ledger_entries"
    DROP CONSTRAINT "ledger_entries_not_overdrawn",
    ADD CONSTRAINT "ledger_entries_not_overspent" CHECK (
        "balance_after_cents" >= 0 OR "amount_cents" > 0 OR "kind" IN ('top_up_refund', 'chargeback')),
    DROP CONSTRAINT "ledger_entries_sign",
    ADD CONSTRAINT "ledger_entries_sign" CHECK (
        CASE WHEN "kind" IN ('purchase', 'debit', 'top_up_refund', 'chargeback') THEN "amount_cents" < 0 ELSE "amount_cents" > 0 END);
