'use client';
/** The two fields of a line that the reseller fills in. */
import type { ResaleRecord } from '#server/plugins/resale/schema.ts';
import { FieldInPlace } from './field-in-place.tsx';
import { typedEuros } from './sale-price.ts';
import { useChange } from './use-change.ts';

interface Props {
  page: number;
  record: ResaleRecord;
}

export function SalePriceField({ page, record }: Props) {
  const save = useChange(page, record.proxy_id);
  return (
    <FieldInPlace
      label={`Sale price of ${record.proxy_id}, in euros`}
      value={record.sale_price.toFixed(2)}
      unit="€"
      numeric
      isChange={(text) => typedEuros(text) !== record.sale_price}
      save={(text) => save({ sale_price: typedEuros(text) })}
    />
  );
}

export function BuyerField({ page, record }: Props) {
  const save = useChange(page, record.proxy_id);
  return (
    <FieldInPlace
      label={`Buyer of ${record.proxy_id}`}
      value={record.buyer_name}
      placeholder="Who bought it?"
      isChange={(text) => text.trim() !== record.buyer_name}
      save={(text) => save({ buyer_name: text.trim() })}
    />
  );
}
