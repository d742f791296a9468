'use client';
/** The two fields of a line that the reseller fills in. */
import { type ResaleRecord, resaleUpdateInput } from '#server/plugins/resale/schema.ts';
import { FieldInPlace } from './field-in-place.tsx';
import { typedEuros } from './sale-price.ts';
import { type Change, useChange } from './use-change.ts';

interface Props {
  page: number;
  record: ResaleRecord;
}

/** What is wrong with a change, in the words of the schema that the server uses too. */
function refusal(record: ResaleRecord, change: Change): string | null {
  return resaleUpdateInput.safeParse({ proxy_id: record.proxy_id, ...change }).error?.issues[0]?.message ?? null;
}

export function SalePriceField({ page, record }: Props) {
  const save = useChange(page, record.proxy_id);
  return (
    <FieldInPlace
      label={`Sale price of ${record.proxy_id}, in euros`}
      value={record.sale_price.toFixed(2)}
      unit="€"
      numeric
      check={(text) => refusal(record, { sale_price: typedEuros(text) })}
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
      check={(text) => refusal(record, { buyer_name: text })}
      isChange={(text) => text.trim() !== record.buyer_name}
      save={(text) => save({ buyer_name: text.trim() })}
    />
  );
}
