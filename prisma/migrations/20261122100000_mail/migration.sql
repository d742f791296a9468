-- CreateTable
CREATE TABLE "mails" (
    "id" BIGSERIAL NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);


-- What Prisma cannot express. A mail is due, sent or given up, and keeps its text only while it is due.
ALTER TABLE "mails"
    ADD CONSTRAINT "mails_one_line" CHECK ("recipient" !~ '[\r\n]' AND "subject" !~ '[\r\n]' AND length("recipient") BETWEEN 3 AND 254),
    ADD CONSTRAINT "mails_outcome" CHECK (num_nonnulls("due_at", "sent_at", "given_up_at") = 1),
    ADD CONSTRAINT "mails_emptied" CHECK ("due_at" IS NOT NULL OR "text" = '');
CREATE INDEX "mails_due" ON "mails" ("due_at") WHERE "due_at" IS NOT NULL;
