-- AlterTable
ALTER TABLE "fulfilments" ADD COLUMN     "delivering_by" INTEGER,
ADD COLUMN     "delivering_faults" INTEGER,
ADD COLUMN     "delivering_reason" TEXT;


-- What Prisma cannot express.

ALTER TABLE "fulfilments"
    ADD CONSTRAINT "fulfilments_delivering_by" FOREIGN KEY ("delivering_by") REFERENCES "accounts"("id"),
    ADD CONSTRAINT "fulfilments_delivering" CHECK (
        CASE WHEN "delivering_reason" IS NULL THEN "delivering_by" IS NULL AND "delivering_faults" IS NULL
             -- One that the audit would refuse at the end is refused before anybody is asked.
             ELSE "failure" IS NOT NULL AND "ended_at" IS NULL AND char_length("delivering_reason") BETWEEN 3 AND 200 END);

-- Deliveries by support that a crash cut short were forgotten with their purchases open. They are closed as the end of any run closes
-- them; the next decision to deliver opens them again.
UPDATE "supplier_orders" AS bought
    SET "status" = (CASE WHEN "attempts" > 0 THEN 'faulty' ELSE 'refused' END)::"SupplierOrderStatus", "problem" = 'abandoned', "answered_at" = now()
    FROM "orders" JOIN "fulfilments" ON "fulfilments"."order_id" = "orders"."id"
    WHERE "orders"."id" = bought."order_id" AND "orders"."status" = 'failed' AND bought."status" = 'asked'
        -- Another process may be delivering at this very moment.
        AND "lease_until" < clock_timestamp();
