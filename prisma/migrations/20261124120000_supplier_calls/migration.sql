-- AlterTable
ALTER TABLE "supplier_orders" ADD COLUMN "claim_closed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "supplier_calls" (
    "supplier_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "worked" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "supplier_calls_pkey" PRIMARY KEY ("supplier_id","hour")
);

-- AddForeignKey
ALTER TABLE "supplier_calls" ADD CONSTRAINT "supplier_calls_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "suppliers"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot express.

ALTER TABLE "supplier_calls"
    ADD CONSTRAINT "supplier_calls_counts" CHECK ("worked" >= 0 AND "failed" >= 0 AND "worked" + "failed" > 0),
    ADD CONSTRAINT "supplier_calls_whole_hour" CHECK ("hour" = date_trunc('hour', "hour", 'UTC'));

-- Nothing is claimed for a purchase that is open, or was never debited.
ALTER TABLE "supplier_orders"
    ADD CONSTRAINT "supplier_orders_claim" CHECK ("claim_closed_at" IS NULL OR "status" IN ('delivered', 'faulty'));

-- Failures are few among the orders: what the desk counts and claims is found without reading the others.
CREATE INDEX "fulfilments_failures" ON "fulfilments" ("failed_at") WHERE "failed_at" IS NOT NULL;
