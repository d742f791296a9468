-- Refused and failed requests are few among many, and what a reseller looks for.
CREATE INDEX "api_calls_refused" ON "api_calls" ("account_id", "at", "request_id") WHERE "code" IS NOT NULL;
