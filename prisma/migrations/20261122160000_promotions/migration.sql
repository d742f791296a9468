-- AlterTable
ALTER TABLE "orders" ADD COLUMN "discount_reference" TEXT;

-- CreateTable
CREATE TABLE "promo_codes" (
    "code" TEXT NOT NULL,
    "discount_bp" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "total_uses" INTEGER NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "promo_codes_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "promo_entries" (
    "account_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,

    CONSTRAINT "promo_entries_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "promo_uses" (
    "code" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promo_uses_pkey" PRIMARY KEY ("code","account_id")
);

-- CreateTable
CREATE TABLE "promo_guesses" (
    "account_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "wrong" INTEGER NOT NULL,

    CONSTRAINT "promo_guesses_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "wheel_prizes" (
    "discount_bp" INTEGER NOT NULL,
    "weight" INTEGER NOT NULL,

    CONSTRAINT "wheel_prizes_pkey" PRIMARY KEY ("discount_bp")
);

-- CreateTable
CREATE TABLE "wheel_spins" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "discount_bp" INTEGER NOT NULL,
    "spun_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "order_id" INTEGER,

    CONSTRAINT "wheel_spins_pkey" PRIMARY KEY ("account_id","day")
);

-- CreateIndex
CREATE UNIQUE INDEX "promo_uses_order_id_key" ON "promo_uses"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "wheel_spins_order_id_key" ON "wheel_spins"("order_id");

-- What Prisma cannot express.

-- An order names what it used up, and only purchases on the site use anything up (decision 19).
ALTER TABLE "orders"
    ADD CONSTRAINT "orders_discount_reference" CHECK (
        ("discount_reference" IS NOT NULL) = (coalesce("discount_kind", '') IN ('promo_code', 'wheel'))
        AND ("discount_reference" IS NULL OR "channel" = 'site'));

ALTER TABLE "promo_codes"
    ADD CONSTRAINT "promo_codes_form" CHECK ("code" ~ '^[A-Z0-9-]{3,32}$'),
    ADD CONSTRAINT "promo_codes_discount" CHECK ("discount_bp" BETWEEN 1 AND 9999),
    ADD CONSTRAINT "promo_codes_uses" CHECK ("used" BETWEEN 0 AND "total_uses");
ALTER TABLE "promo_entries"
    ADD CONSTRAINT "promo_entries_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "promo_entries_code" FOREIGN KEY ("code") REFERENCES "promo_codes"("code");
ALTER TABLE "promo_uses"
    ADD CONSTRAINT "promo_uses_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "promo_uses_code" FOREIGN KEY ("code") REFERENCES "promo_codes"("code"),
    ADD CONSTRAINT "promo_uses_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id");
ALTER TABLE "promo_guesses"
    ADD CONSTRAINT "promo_guesses_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "promo_guesses_count" CHECK ("wrong" >= 0);
ALTER TABLE "wheel_prizes" ADD CONSTRAINT "wheel_prizes_range" CHECK ("discount_bp" BETWEEN 1 AND 9999 AND "weight" > 0);
-- With the primary key on account and day: one spin a day, by the database's own clock.
ALTER TABLE "wheel_spins"
    ADD CONSTRAINT "wheel_spins_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "wheel_spins_order" FOREIGN KEY ("order_id") REFERENCES "orders"("id"),
    ADD CONSTRAINT "wheel_spins_day" CHECK ("day" = ("spun_at" AT TIME ZONE 'UTC')::date),
    ADD CONSTRAINT "wheel_spins_prize" CHECK ("discount_bp" BETWEEN 1 AND 9999 AND "expires_at" > "spun_at");

-- The wheel of a new site: 2.37 % on average.
INSERT INTO "wheel_prizes" ("discount_bp", "weight") VALUES (100, 40), (200, 30), (300, 15), (500, 10), (800, 4), (1000, 1);
