-- What a renewal takes from the balance. Here already: PostgreSQL lets nobody use a new value in the transaction that adds it.
ALTER TYPE "LedgerKind" ADD VALUE 'renewal';

-- CreateEnum
CREATE TYPE "TaskStatus" AS ENUM ('waiting', 'running', 'finished', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "tasks" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT,
    "input" JSONB NOT NULL,
    "status" "TaskStatus" NOT NULL DEFAULT 'waiting',
    "slot" SMALLINT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "result" JSONB,
    "problem" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "runner" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_files" (
    "task_id" INTEGER NOT NULL,
    "writer" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "task_files_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "task_chunks" (
    "task_id" INTEGER NOT NULL,
    "writer" UUID NOT NULL,
    "nth" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "task_chunks_pkey" PRIMARY KEY ("task_id","writer","nth")
);

-- AddForeignKey
ALTER TABLE "task_files" ADD CONSTRAINT "task_files_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_chunks" ADD CONSTRAINT "task_chunks_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot express.

-- A task that has not ended holds one of its account's places, one that has ended holds none: so an account never has more under way.
ALTER TABLE "tasks"
    ADD CONSTRAINT "tasks_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "tasks_slot" CHECK (CASE WHEN "status" IN ('waiting', 'running') THEN "slot" IS NOT NULL AND "slot" > 0 ELSE "slot" IS NULL END),
    ADD CONSTRAINT "tasks_progress" CHECK ("done" >= 0 AND "total" >= 0),
    ADD CONSTRAINT "tasks_lease" CHECK (("status" = 'running') = ("runner" IS NOT NULL) AND ("status" = 'running') = ("lease_until" IS NOT NULL)),
    ADD CONSTRAINT "tasks_end" CHECK (("status" IN ('waiting', 'running')) = ("finished_at" IS NULL));
CREATE UNIQUE INDEX "tasks_one_a_slot" ON "tasks" ("account_id", "slot") WHERE "slot" IS NOT NULL;
CREATE UNIQUE INDEX "tasks_one_a_key" ON "tasks" ("account_id", "kind", "key") WHERE "key" IS NOT NULL;
CREATE INDEX "tasks_account_recent" ON "tasks" ("account_id", "id");
CREATE INDEX "tasks_under_way" ON "tasks" ("id") WHERE "slot" IS NOT NULL;
CREATE INDEX "tasks_ended" ON "tasks" ("finished_at") WHERE "finished_at" IS NOT NULL;
-- Files are compressed already.
ALTER TABLE "task_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
