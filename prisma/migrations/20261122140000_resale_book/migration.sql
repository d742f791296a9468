-- The book: when a sale was paid, and a note.
ALTER TABLE "resale_entries"
    ADD COLUMN "paid_on" DATE,
    ADD COLUMN "note" TEXT NOT NULL DEFAULT '',
    ADD CONSTRAINT "resale_entries_note" CHECK (length("note") <= 500);

-- Of one buyer: for his page, and for counting what buyers have.
CREATE INDEX "resale_entries_buyer" ON "resale_entries" ("account_id", "buyer_name") WHERE "buyer_name" <> '';

-- The book as it is read: each line with its proxy, and what that cost.
CREATE VIEW "resale_book" AS
SELECT "entry"."proxy_id", "entry"."account_id", "entry"."added_at", "entry"."sale_price_cents", "entry"."buyer_name",
       "entry"."paid_on", "entry"."note", "proxy"."username", "proxy"."country", "proxy"."created_at", "proxy"."expires_at",
       "order"."unit_price_cents" AS "cost_cents"
FROM "resale_entries" "entry"
JOIN "proxies" "proxy" ON "proxy"."id" = "entry"."proxy_id" AND "proxy"."account_id" = "entry"."account_id"
JOIN "orders" "order" ON "order"."id" = "proxy"."order_id";

-- What lines were before many of them were changed at once, for as long as that can be undone.
CREATE TABLE "resale_edits" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "change" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resale_edits_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "resale_edits_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    CONSTRAINT "resale_edits_before" CHECK (jsonb_typeof("before") = 'array' AND jsonb_array_length("before") > 0)
);

CREATE INDEX "resale_edits_made_at_idx" ON "resale_edits" ("made_at");

-- Pages that show one buyer his proxies. The token is known by its hash; the sealed copy is for the account holder alone, and
-- goes when the link is revoked.
CREATE TABLE "buyer_links" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "buyer_name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_ciphertext" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "opens" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3),
    "checks" INTEGER NOT NULL DEFAULT 0,
    "checks_since" TIMESTAMPTZ(3),

    CONSTRAINT "buyer_links_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "buyer_links_account" FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
    CONSTRAINT "buyer_links_buyer_name" CHECK (length("buyer_name") BETWEEN 1 AND 200),
    CONSTRAINT "buyer_links_ends" CHECK ("expires_at" > "created_at"),
    CONSTRAINT "buyer_links_token_hash" CHECK (length("token_hash") = 32),
    CONSTRAINT "buyer_links_sealed_while_live" CHECK (("token_ciphertext" IS NULL) = ("revoked_at" IS NOT NULL)),
    CONSTRAINT "buyer_links_opened" CHECK (("opens" = 0) = ("opened_at" IS NULL) AND "opens" >= 0)
);

CREATE UNIQUE INDEX "buyer_links_token_hash_key" ON "buyer_links" ("token_hash");
CREATE INDEX "buyer_links_account_id_created_at_idx" ON "buyer_links" ("account_id", "created_at" DESC);
