-- What a payment does to the balance beside the credit. By itself: PostgreSQL lets nobody use a new value in the transaction that adds it.
ALTER TYPE "LedgerKind" ADD VALUE 'top_up_refund';
ALTER TYPE "LedgerKind" ADD VALUE 'top_up_refund_failed';
ALTER TYPE "LedgerKind" ADD VALUE 'chargeback';
ALTER TYPE "LedgerKind" ADD VALUE 'chargeback_reversed';
