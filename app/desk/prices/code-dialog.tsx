'use client';
/** Adds a promo code. */
import { NumberInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { DISCOUNT_PERCENT } from '#server/kernel/percent.ts';
import { CODE_FORM, normalCode } from '#server/plugins/promotions/rules.ts';
import { PRICE_LIMITS } from '#server/plugins/support/rules.ts';
import { numberTyped } from '../number-typed.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { momentTyped } from './moment-typed.ts';
import { usePricesChanged } from './use-prices-changed.ts';

const { min, max } = DISCOUNT_PERCENT;

export function CodeDialog({ onClose }: { onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const pricesChanged = usePricesChanged();
  const [code, setCode] = useState('');
  const [discount, setDiscount] = useState<number | string>('');
  const [uses, setUses] = useState<number | string>('');
  const [starts, setStarts] = useState('');
  const [ends, setEnds] = useState('');
  const add = useMutation(procedures.support.prices.addCode.mutationOptions());
  const change = async (reason: string) => {
    if (!CODE_FORM.pattern.test(normalCode(code))) return `A promo code has ${CODE_FORM.words}.`;
    const [percentage, total_uses] = [numberTyped(discount), numberTyped(uses)];
    if (percentage === null || percentage < min || percentage > max) return `Give a discount between ${min} and ${max} per cent.`;
    if (total_uses === null || total_uses < 1) return 'Say how many purchases the code is good for in all.';
    const [starts_at, ends_at] = [momentTyped(starts), momentTyped(ends)];
    if (ends_at !== null && ends_at <= (starts_at ?? new Date().toISOString()))
      return 'The code has to end after it begins, and after now.';
    const { outcome } = await add.mutateAsync({ code, percentage, total_uses, starts_at, ends_at, reason });
    if (outcome === 'taken') return 'There is a code of that name already. A code keeps its terms: choose another name.';
    await pricesChanged();
    toast({ text: `${normalCode(code)} was added.` });
    return null;
  };
  return (
    <OutcomeDialog title="Add a promo code" submit="Add the code" change={change} onClose={onClose}>
      <TextInput
        label="Code"
        description={`${CODE_FORM.words}; case does not matter.`}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={CODE_FORM.length}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <NumberInput label="Discount, per cent" min={min} max={max} decimalScale={2} value={discount} onChange={setDiscount} />
      <NumberInput
        label="Purchases in all"
        description="Each account can use it once."
        min={1}
        max={PRICE_LIMITS.codeUses}
        allowDecimal={false}
        value={uses}
        onChange={setUses}
      />
      <TextInput
        type="datetime-local"
        label="Begins (UTC)"
        description="Empty: at once."
        value={starts}
        onChange={(event) => setStarts(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label="Ends (UTC)"
        description="Empty: never."
        value={ends}
        onChange={(event) => setEnds(event.currentTarget.value)}
      />
    </OutcomeDialog>
  );
}
