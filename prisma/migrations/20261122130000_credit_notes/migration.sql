-- CreateEnum
CREATE TYPE "InvoiceKind" AS ENUM ('invoice', 'credit_note');

-- DropIndex
DROP INDEX "invoices_order_id_key";

-- DropIndex
DROP INDEX "invoices_renewal_id_key";

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN "kind" "InvoiceKind" NOT NULL DEFAULT 'invoice',
ADD COLUMN "corrects_seq" INTEGER,
ADD COLUMN "ledger_seq" INTEGER,
ADD COLUMN "reason" TEXT;


-- What Prisma cannot express.

-- A credit note stands in the series of the invoices, names the invoice that it corrects (of the same account), the entry by which the money
-- came back, and why. It says the order or the renewal of that invoice, so one invoice an order, and a
-- renewal, holds for invoices only.
CREATE UNIQUE INDEX "invoices_one_an_order" ON "invoices" ("order_id") WHERE "kind" = 'invoice';
CREATE UNIQUE INDEX "invoices_one_a_renewal" ON "invoices" ("renewal_id") WHERE "kind" = 'invoice';
CREATE UNIQUE INDEX "invoices_one_credit_note_an_entry" ON "invoices" ("account_id", "ledger_seq") WHERE "ledger_seq" IS NOT NULL;
CREATE INDEX "invoices_corrections" ON "invoices" ("account_id", "corrects_seq") WHERE "corrects_seq" IS NOT NULL;
ALTER TABLE "invoices"
    ADD CONSTRAINT "invoices_correction" CHECK (
        num_nonnulls("corrects_seq", "ledger_seq", "reason") = CASE "kind" WHEN 'credit_note' THEN 3 ELSE 0 END),
    ADD CONSTRAINT "invoices_corrects_earlier" CHECK ("corrects_seq" < "seq"),
    ADD CONSTRAINT "invoices_credit_note_gives_back" CHECK ("kind" <> 'credit_note' OR "gross_cents" > 0),
    ADD CONSTRAINT "invoices_reason" CHECK (length("reason") BETWEEN 1 AND 200),
    ADD CONSTRAINT "invoices_corrects" FOREIGN KEY ("account_id", "corrects_seq") REFERENCES "invoices" ("account_id", "seq"),
    ADD CONSTRAINT "invoices_entry" FOREIGN KEY ("account_id", "ledger_seq") REFERENCES "ledger_entries" ("account_id", "seq");

-- Behind the rule in the code: whatever writes a credit note, what is given back never exceeds what was invoiced, net and VAT each.
CREATE FUNCTION "check_credit_note"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    invoice invoices%ROWTYPE;
BEGIN
    -- Two credit notes on one invoice wait for each other, so that the later one counts the earlier.
    SELECT * INTO invoice FROM invoices WHERE account_id = NEW.account_id AND seq = NEW.corrects_seq FOR UPDATE;
    IF invoice.kind IS DISTINCT FROM 'invoice' OR invoice.vat_rate_bp <> NEW.vat_rate_bp
       OR (invoice.order_id, invoice.renewal_id) IS DISTINCT FROM (NEW.order_id, NEW.renewal_id) THEN
        RAISE EXCEPTION 'credit note % corrects no invoice of its cause and VAT rate', NEW.number
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM invoices WHERE account_id = NEW.account_id AND corrects_seq = NEW.corrects_seq
               HAVING sum(net_cents) > invoice.net_cents OR sum(vat_cents) > invoice.vat_cents) THEN
        RAISE EXCEPTION 'credit note % gives back more than invoice % took', NEW.number, invoice.number
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "invoices_credited_at_most_once" AFTER INSERT ON "invoices"
    FOR EACH ROW WHEN (NEW."kind" = 'credit_note') EXECUTE FUNCTION "check_credit_note"();
