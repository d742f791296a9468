'use client';
/** Changes the price list of a country, at once or from a later moment on, with a preview of what each quantity would cost. */
import { NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import { limits } from '#server/kernel/limits.ts';
import { cents, fromEuros, toEuros } from '#server/kernel/money.ts';
import { PRICE_LIMITS } from '#server/plugins/support/rules.ts';
import type { CountryPrices, PriceStep } from '#server/plugins/support/schema/prices.ts';
import { numberTyped } from '../number-typed.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { Costs } from './costs.tsx';
import { AddButton, RemoveButton } from './draft-buttons.tsx';
import { momentTyped } from './moment-typed.ts';
import classes from './prices.module.css';
import { useDrafts } from './use-drafts.ts';
import { usePricesChanged } from './use-prices-changed.ts';

/** A step as it is typed: `''` where a field is empty. */
interface Typed {
  qty: number | string;
  euros: number | string;
}

const REFUSED = {
  changed: 'The prices in force have been changed since this page showed them. Close this, look at them, and begin again.',
  past: 'That moment is over. Choose a later one.',
  taken: 'Other prices begin at that very moment. Take those back first, or choose another moment.',
};

export function ListDialog({ prices, onClose }: { prices: CountryPrices; onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const pricesChanged = usePricesChanged();
  // What was shown when the change was begun is what it is compared with.
  const [seen] = useState(prices.steps);
  const { drafts, edit, add, remove } = useDrafts<Typed>(
    prices.steps.map((step) => ({ qty: step.min_qty, euros: toEuros(cents(step.unit_price_cents)) })),
    { qty: '', euros: '' },
  );
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [moment, setMoment] = useState('');
  const set = useMutation(procedures.support.prices.setList.mutationOptions());
  const steps = drafts.flatMap(stepOf);

  const change = async (reason: string) => {
    if (steps.length < drafts.length) return 'Fill in both fields of each step, or remove it.';
    if (!steps.some(({ min_qty }) => min_qty === 1)) return 'One of the steps has to begin at 1.';
    if (new Set(steps.map(({ min_qty }) => min_qty)).size < steps.length) return 'Two steps begin at the same quantity.';
    const begins_at = when === 'now' ? null : momentTyped(moment);
    if (when === 'later' && begins_at === null) return 'Say when these prices begin.';
    const answer = await set.mutateAsync({ country: prices.country, begins_at, steps, seen, reason });
    if (answer.outcome !== 'written') return REFUSED[answer.outcome];
    await pricesChanged();
    toast({ text: when === 'now' ? 'The new prices are in force.' : 'The new prices begin as scheduled.' });
    return null;
  };

  return (
    <OutcomeDialog
      title={`Prices in ${countryNames[prices.country]}`}
      submit={when === 'now' ? 'Set the prices now' : 'Schedule the prices'}
      wide
      change={change}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <fieldset className={classes.form}>
          <legend>Steps</legend>
          {drafts.map(({ key, qty, euros }, index) => (
            <div className={classes.line} key={key}>
              <NumberInput
                label="From"
                aria-label={`Step ${index + 1}, from how many`}
                min={1}
                max={limits.proxiesPerOrder}
                allowDecimal={false}
                value={qty}
                onChange={(value) => edit(key, { qty: value })}
              />
              <NumberInput
                label="Each, euros"
                aria-label={`Step ${index + 1}, euros each`}
                min={0.01}
                max={PRICE_LIMITS.unitCents / 100}
                decimalScale={2}
                fixedDecimalScale
                step={0.1}
                value={euros}
                onChange={(value) => edit(key, { euros: value })}
              />
              <RemoveButton label={`Remove step ${index + 1}`} disabled={drafts.length === 1} onClick={() => remove(key)} />
            </div>
          ))}
          <AddButton label="Add a step" disabled={drafts.length >= PRICE_LIMITS.steps} onClick={add} />
          <SegmentedControl
            aria-label="When the prices begin"
            data={[
              { value: 'now', label: 'At once' },
              { value: 'later', label: 'From a moment on' },
            ]}
            value={when}
            onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
          />
          {when === 'later' && (
            <TextInput
              type="datetime-local"
              label="Begins (UTC)"
              value={moment}
              onChange={(event) => setMoment(event.currentTarget.value)}
            />
          )}
        </fieldset>
        <div className={classes.column}>
          <h3>What each quantity would cost</h3>
          <Costs steps={steps} />
        </div>
      </div>
    </OutcomeDialog>
  );
}

/** A draft as a step; none where a field is empty. */
function stepOf({ qty, euros }: Typed): PriceStep[] {
  const [min_qty, each] = [numberTyped(qty), numberTyped(euros)];
  const unit_price_cents = each === null ? null : fromEuros(each);
  return min_qty === null || unit_price_cents === null || unit_price_cents <= 0 ? [] : [{ min_qty, unit_price_cents }];
}
