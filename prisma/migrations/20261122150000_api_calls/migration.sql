-- CreateTable
CREATE TABLE "api_calls" (
    "account_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "idempotency_key" TEXT,
    "order_id" INTEGER,
    "client_address" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "replay" BOOLEAN NOT NULL,

    CONSTRAINT "api_calls_pkey" PRIMARY KEY ("account_id","at","request_id")
);

-- CreateIndex
CREATE INDEX "api_calls_at_idx" ON "api_calls"("at");


-- What Prisma cannot express. There is no foreign key on purpose: one for each line would cost more than the line, and lines go after 30 days.

ALTER TABLE "api_calls"
    ADD CONSTRAINT "api_calls_route" CHECK ("route" IN ('/balance', '/stock', '/buy')),
    ADD CONSTRAINT "api_calls_status" CHECK ("status" BETWEEN 200 AND 599),
    ADD CONSTRAINT "api_calls_code" CHECK (("code" IS NULL) = ("status" < 400)),
    ADD CONSTRAINT "api_calls_key" CHECK ("idempotency_key" ~ '^[A-Za-z0-9._:-]{8,128}$'),
    ADD CONSTRAINT "api_calls_client_address" CHECK (length("client_address") BETWEEN 1 AND 64),
    ADD CONSTRAINT "api_calls_replay" CHECK (NOT "replay" OR ("status" = 200 AND "order_id" IS NOT NULL));
CREATE INDEX "api_calls_by_key" ON "api_calls" ("account_id", "idempotency_key", "at") WHERE "idempotency_key" IS NOT NULL;

-- What was moved for an order besides its debit is looked up by the order too; a purchase writes no entry of this index.
CREATE INDEX "ledger_entries_other_of_order" ON "ledger_entries" ("order_id") WHERE "kind" <> 'purchase' AND "order_id" IS NOT NULL;
