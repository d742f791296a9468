-- Whoever changes a password locks in this order, too.
LOCK TABLE "accounts" IN SHARE ROW EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "looks_at_id" INTEGER,
ADD COLUMN     "looks_until" TIMESTAMPTZ(3);


-- What Prisma cannot express: whom a session looks at and until when are known together, and nobody looks at himself.

ALTER TABLE "sessions"
    ADD CONSTRAINT "sessions_looks_at" FOREIGN KEY ("looks_at_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "sessions_looking" CHECK (("looks_at_id" IS NULL) = ("looks_until" IS NULL)),
    ADD CONSTRAINT "sessions_looks_at_another" CHECK ("looks_at_id" <> "account_id");
