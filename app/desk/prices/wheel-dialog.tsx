'use client';
/** Changes the prizes of the daily wheel and their weights. */
import { NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { DISCOUNT_PERCENT } from '#server/kernel/percent.ts';
import { PRICE_LIMITS } from '#server/plugins/support/rules.ts';
import type { Prize } from '#server/plugins/support/schema/prices.ts';
import { numberTyped } from '../number-typed.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { AddButton, RemoveButton } from './draft-buttons.tsx';
import classes from './prices.module.css';
import { useDrafts } from './use-drafts.ts';
import { useExpected } from './use-expected.ts';
import { usePricesChanged } from './use-prices-changed.ts';

/** A prize as it is typed: `''` where a field is empty. */
interface Typed {
  percentage: number | string;
  weight: number | string;
}

export function WheelDialog({ prizes: before, onClose }: { prizes: readonly Prize[]; onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const pricesChanged = usePricesChanged();
  const expected = useExpected();
  const { drafts, edit, add, remove } = useDrafts<Typed>(before, { percentage: '', weight: '' });
  const set = useMutation(procedures.support.prices.setWheel.mutationOptions());
  const prizes = drafts.flatMap((draft) => {
    const [percentage, weight] = [numberTyped(draft.percentage), numberTyped(draft.weight)];
    return percentage === null || weight === null ? [] : [{ percentage, weight }];
  });
  const change = async (reason: string) => {
    if (prizes.length < drafts.length) return 'Fill in both fields of each prize, or remove it.';
    if (new Set(prizes.map(({ percentage }) => percentage)).size < prizes.length) return 'A percentage is there twice.';
    await set.mutateAsync({ prizes, reason });
    await pricesChanged();
    toast({ text: prizes.length === 0 ? 'The wheel is closed.' : 'The wheel has new odds.' });
    return null;
  };
  return (
    <OutcomeDialog
      title="Odds of the daily wheel"
      submit={drafts.length === 0 ? 'Close the wheel' : 'Set the odds'}
      change={change}
      onClose={onClose}
    >
      <p>
        A prize with twice the weight is won twice as often. Spins that were made keep theirs.{' '}
        {drafts.length === 0 ? 'Without prizes the wheel is closed.' : `A spin would give ${expected(prizes)} on average.`}
      </p>
      <fieldset className={classes.form}>
        <legend>Prizes</legend>
        {drafts.map(({ key, percentage, weight }, index) => (
          <div className={classes.line} key={key}>
            <NumberInput
              label="Per cent"
              aria-label={`Prize ${index + 1}, per cent`}
              {...DISCOUNT_PERCENT}
              decimalScale={2}
              value={percentage}
              onChange={(value) => edit(key, { percentage: value })}
            />
            <NumberInput
              label="Weight"
              aria-label={`Prize ${index + 1}, weight`}
              min={1}
              max={PRICE_LIMITS.wheelWeight}
              allowDecimal={false}
              value={weight}
              onChange={(value) => edit(key, { weight: value })}
            />
            <RemoveButton label={`Remove prize ${index + 1}`} onClick={() => remove(key)} />
          </div>
        ))}
        <AddButton label="Add a prize" disabled={drafts.length >= PRICE_LIMITS.wheelPrizes} onClick={add} />
      </fieldset>
    </OutcomeDialog>
  );
}
