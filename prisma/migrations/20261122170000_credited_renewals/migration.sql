-- DropIndex
DROP INDEX "invoices_renewal_id_key";


-- What Prisma cannot express. A credit note says the renewal of the invoice that it corrects, as it says the order.
CREATE UNIQUE INDEX "invoices_one_a_renewal" ON "invoices" ("renewal_id") WHERE "kind" = 'invoice';
CREATE OR REPLACE FUNCTION "check_credit_note"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    invoice invoices%ROWTYPE;
BEGIN
    -- Two credit notes on one invoice wait for each other, so that the later one counts the earlier.
    SELECT * INTO invoice FROM invoices WHERE account_id = NEW.account_id AND seq = NEW.corrects_seq FOR UPDATE;
    IF invoice.kind IS DISTINCT FROM 'invoice' OR invoice.vat_rate_bp <> NEW.vat_rate_bp
       OR (invoice.order_id, invoice.renewal_id) IS DISTINCT FROM (NEW.order_id, NEW.renewal_id) THEN
        RAISE EXCEPTION 'credit note % corrects no invoice of its order or renewal and VAT rate', NEW.number
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM invoices WHERE account_id = NEW.account_id AND corrects_seq = NEW.corrects_seq
               HAVING sum(net_cents) > invoice.net_cents OR sum(vat_cents) > invoice.vat_cents) THEN
        RAISE EXCEPTION 'credit note % gives back more than invoice % took', NEW.number, invoice.number
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
