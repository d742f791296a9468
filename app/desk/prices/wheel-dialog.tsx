'use client';
/** Changes the prizes of the daily wheel and their weights. */
import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { PRICE_LIMITS } from '#server/plugins/support/rules.ts';
import type { Prize } from '#server/plugins/support/schema/prices.ts';
import { numberTyped } from '../number-typed.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import classes from './prices.module.css';
import { useExpected } from './use-expected.ts';
import { usePricesChanged } from './use-prices-changed.ts';

/** A prize as it is typed: `''` where a field is empty. */
interface Draft {
  key: number;
  percentage: number | string;
  weight: number | string;
}

export function WheelDialog({ prizes: before, onClose }: { prizes: readonly Prize[]; onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const pricesChanged = usePricesChanged();
  const expected = useExpected();
  const [drafts, setDrafts] = useState<Draft[]>(() => before.map((prize, key) => ({ key, ...prize })));
  const set = useMutation(procedures.support.prices.setWheel.mutationOptions());
  const prizes = drafts.flatMap((draft) => {
    const [percentage, weight] = [numberTyped(draft.percentage), numberTyped(draft.weight)];
    return percentage === null || weight === null ? [] : [{ percentage, weight }];
  });
  const edit = (key: number, change: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
  const add = () => setDrafts([...drafts, { key: Math.max(0, ...drafts.map(({ key }) => key)) + 1, percentage: '', weight: '' }]);
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
              min={0.01}
              max={99.99}
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
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Remove prize ${index + 1}`}
              onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={drafts.length >= PRICE_LIMITS.wheelPrizes}
            onClick={add}
          >
            Add a prize
          </Button>
        </div>
      </fieldset>
    </OutcomeDialog>
  );
}
