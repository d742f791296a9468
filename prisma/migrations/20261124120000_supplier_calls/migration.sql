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

-- Failures are few among the orders: what the desk counts and claims is found without reading the others.
CREATE INDEX "fulfilments_failures" ON "fulfilments" ("failed_at") WHERE "failed_at" IS NOT NULL;
