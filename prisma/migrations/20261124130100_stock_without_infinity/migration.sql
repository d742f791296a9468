-- Stock is counted from moves of addresses that are free at some moment. One that is kept for an order, or retired, has none: it leaves
-- the count, and a move at infinity, which nothing ever counts or folds, is not written.
LOCK TABLE "addresses" IN SHARE ROW EXCLUSIVE MODE;
CREATE OR REPLACE FUNCTION "record_stock_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    newest bigint;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO stock_moves (country, at, delta)
            SELECT country, CASE WHEN free_at <= now() THEN 'epoch' ELSE free_at END, sum(change)
            FROM (SELECT country, free_at, -1 AS change FROM before_rows UNION ALL SELECT country, free_at, 1 FROM after_rows) AS changed
            WHERE free_at < 'infinity' GROUP BY 1, 2 HAVING sum(change) <> 0;
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO stock_moves (country, at, delta)
            SELECT country, CASE WHEN free_at <= now() THEN 'epoch' ELSE free_at END, count(*) FROM after_rows
            WHERE free_at < 'infinity' GROUP BY 1, 2;
    ELSE
        INSERT INTO stock_moves (country, at, delta)
            SELECT country, CASE WHEN free_at <= now() THEN 'epoch' ELSE free_at END, -count(*) FROM before_rows
            WHERE free_at < 'infinity' GROUP BY 1, 2;
    END IF;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    newest := currval('stock_moves_id_seq');
    IF newest % 256 < 2 AND pg_try_advisory_xact_lock(hashtext('stock_moves fold')) THEN
        WITH past AS (DELETE FROM stock_moves WHERE at <= now() RETURNING country, delta)
        INSERT INTO stock_moves (country, at, delta) SELECT country, 'epoch', sum(delta) FROM past GROUP BY country;
    END IF;
    RETURN NULL;
END $$;
DELETE FROM "stock_moves" WHERE "at" = 'infinity';
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_moment" CHECK ("at" < 'infinity');
