-- CreateEnum
CREATE TYPE "AdjustmentState" AS ENUM ('open', 'alone', 'approved', 'declined', 'withdrawn');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "locked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" INTEGER,
    "action" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "adjustments" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "note" TEXT,
    "reason" TEXT NOT NULL,
    "state" "AdjustmentState" NOT NULL,
    "request_key" TEXT NOT NULL,
    "proposed_by" INTEGER NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "ledger_seq" INTEGER,

    CONSTRAINT "adjustments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "requested_at" TIMESTAMPTZ(3),
    "requested_by" INTEGER,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "ok" BOOLEAN,
    "checked" JSONB,
    "violations" JSONB,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_subject_kind_subject_id_id_idx" ON "audit_entries"("subject_kind", "subject_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id");

-- CreateIndex
CREATE UNIQUE INDEX "adjustments_request_key_key" ON "adjustments"("request_key");

-- CreateIndex
CREATE UNIQUE INDEX "adjustments_account_id_ledger_seq_key" ON "adjustments"("account_id", "ledger_seq");


-- What Prisma cannot express.

ALTER TABLE "audit_entries"
    ADD CONSTRAINT "audit_entries_actor" FOREIGN KEY ("actor_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "audit_entries_action" CHECK ("action" ~ '^[a-z_]+\.[a-z_]+$'),
    ADD CONSTRAINT "audit_entries_subject" CHECK ("subject_kind" ~ '^[a-z_]{1,40}$' AND length("subject_id") BETWEEN 1 AND 200),
    ADD CONSTRAINT "audit_entries_reason" CHECK (length("reason") BETWEEN 3 AND 500),
    ADD CONSTRAINT "audit_entries_facts" CHECK (jsonb_typeof("before") = 'object' AND jsonb_typeof("after") = 'object');
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: the audit is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- Nobody decides on what he proposed himself, nobody moves his own balance, and nobody moves more than 100.00 euros alone.
ALTER TABLE "adjustments"
    ADD CONSTRAINT "adjustments_account" FOREIGN KEY ("account_id") REFERENCES "billing_accounts"("account_id"),
    ADD CONSTRAINT "adjustments_proposer" FOREIGN KEY ("proposed_by") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "adjustments_decider" FOREIGN KEY ("decided_by") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "adjustments_entry" FOREIGN KEY ("account_id", "ledger_seq") REFERENCES "ledger_entries"("account_id", "seq"),
    ADD CONSTRAINT "adjustments_amount" CHECK ("amount_cents" <> 0),
    ADD CONSTRAINT "adjustments_reason" CHECK (length("reason") BETWEEN 3 AND 500),
    ADD CONSTRAINT "adjustments_note" CHECK (length("note") BETWEEN 1 AND 200),
    ADD CONSTRAINT "adjustments_not_his_own" CHECK (
        "account_id" <> "proposed_by" AND ("decided_by" IS NULL OR "account_id" <> "decided_by")),
    ADD CONSTRAINT "adjustments_two_people" CHECK (
        CASE "state"
            WHEN 'open' THEN "decided_by" IS NULL
            WHEN 'alone' THEN "decided_by" IS NULL AND "amount_cents" BETWEEN -10000 AND 10000
            WHEN 'withdrawn' THEN "decided_by" IS NOT NULL AND "decided_by" = "proposed_by"
            ELSE "decided_by" IS NOT NULL AND "decided_by" <> "proposed_by"
        END),
    ADD CONSTRAINT "adjustments_decision" CHECK (("decided_by" IS NULL) = ("decided_at" IS NULL)),
    ADD CONSTRAINT "adjustments_done" CHECK (("ledger_seq" IS NOT NULL) = ("state" IN ('alone', 'approved')));
CREATE INDEX "adjustments_open" ON "adjustments" ("id") WHERE "state" = 'open';
-- What one person moved alone of late.
CREATE INDEX "adjustments_alone" ON "adjustments" ("account_id", "proposed_by", "proposed_at") WHERE "state" = 'alone';

ALTER TABLE "verifications"
    ADD CONSTRAINT "verifications_single" CHECK ("id" = 1),
    ADD CONSTRAINT "verifications_requester" FOREIGN KEY ("requested_by") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "verifications_found" CHECK (
        ("finished_at" IS NULL) = ("ok" IS NULL) AND ("ok" IS NULL) = ("checked" IS NULL) AND ("ok" IS NULL) = ("violations" IS NULL));
INSERT INTO "verifications" ("id") VALUES (1);
