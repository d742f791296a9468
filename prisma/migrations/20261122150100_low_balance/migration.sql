-- AlterTable
ALTER TABLE "billing_accounts" ADD COLUMN "low_balance_cents" BIGINT;


-- What Prisma cannot express.

ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_low_balance" CHECK ("low_balance_cents" BETWEEN 1 AND 10000000);
