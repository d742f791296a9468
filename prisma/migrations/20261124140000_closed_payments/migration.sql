ALTER TABLE "payments" ADD COLUMN "closed_at" TIMESTAMPTZ(3);
-- Only what support has to decide can be decided by support.
ALTER TABLE "payments" ADD CONSTRAINT "payments_closed" CHECK ("closed_at" IS NULL OR "state" = 'held');
CREATE INDEX "payments_on_hold" ON "payments" ("created_at") WHERE "state" = 'held' AND "closed_at" IS NULL;
