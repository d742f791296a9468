-- What a proxy cost is what its order and its renewals took.
CREATE OR REPLACE VIEW "resale_book" AS
SELECT "entry"."proxy_id", "entry"."account_id", "entry"."added_at", "entry"."sale_price_cents", "entry"."buyer_name",
       "entry"."paid_on", "entry"."note", "proxy"."username", "proxy"."country", "proxy"."created_at", "proxy"."expires_at",
       "order"."unit_price_cents" + coalesce("renewed"."cents", 0)::integer AS "cost_cents"
FROM "resale_entries" "entry"
JOIN "proxies" "proxy" ON "proxy"."id" = "entry"."proxy_id" AND "proxy"."account_id" = "entry"."account_id"
JOIN "orders" "order" ON "order"."id" = "proxy"."order_id"
LEFT JOIN (
    SELECT "renewal"."account_id", "period"."proxy_id", sum("period"."unit_price_cents") AS "cents"
    FROM "renewals" "renewal" JOIN "renewal_proxies" "period" ON "period"."renewal_id" = "renewal"."id"
    GROUP BY "renewal"."account_id", "period"."proxy_id"
) "renewed" ON "renewed"."account_id" = "entry"."account_id" AND "renewed"."proxy_id" = "entry"."proxy_id";
