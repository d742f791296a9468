-- AlterTable
ALTER TABLE "accounts" DROP COLUMN "session_version",
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "email_confirmed_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en';

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_agent" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mailed_links" (
    "hash" BYTEA NOT NULL,
    "account_id" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailed_links_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "two_factors" (
    "account_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "two_factors_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "account_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("account_id","hash")
);

-- CreateIndex
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");

-- CreateIndex
CREATE INDEX "mailed_links_expires_at_idx" ON "mailed_links"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "mailed_links_account_id_purpose_key" ON "mailed_links"("account_id", "purpose");


-- What Prisma cannot express.

ALTER TABLE "accounts"
    ADD CONSTRAINT "accounts_language" CHECK ("language" IN ('en', 'fr', 'es')),
    -- Nothing signs in to a deleted account: no hash matches this, and no mail reaches this address.
    ADD CONSTRAINT "accounts_deleted" CHECK ("deleted_at" IS NULL
        OR ("password_hash" = '' AND "email" = format('deleted-%s@account.invalid', "id") AND NOT "reseller_mode"));
ALTER TABLE "sessions"
    ADD CONSTRAINT "sessions_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "sessions_texts" CHECK (length("user_agent") <= 300 AND length("network") <= 60);
ALTER TABLE "mailed_links"
    ADD CONSTRAINT "mailed_links_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "mailed_links_purpose" CHECK ("purpose" IN ('reset_password', 'confirm_email')),
    ADD CONSTRAINT "mailed_links_hash" CHECK (length("hash") = 32),
    ADD CONSTRAINT "mailed_links_email_lower_case" CHECK ("email" = lower("email"));
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id");
ALTER TABLE "recovery_codes"
    ADD CONSTRAINT "recovery_codes_two_factor" FOREIGN KEY ("account_id") REFERENCES "two_factors"("account_id") ON DELETE CASCADE,
    ADD CONSTRAINT "recovery_codes_hash" CHECK (length("hash") = 32);
