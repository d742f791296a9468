-- A column of whole milliseconds rounds the moment that it is given: half of the mails were due up to half a millisecond after they were written.
ALTER TABLE "mails" ALTER COLUMN "due_at" SET DEFAULT date_trunc('milliseconds', now());
