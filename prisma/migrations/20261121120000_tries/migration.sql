-- CreateTable
CREATE TABLE "tries" (
    "subject" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tries_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "tries_last_at_idx" ON "tries"("last_at");
