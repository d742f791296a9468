'use client';
/** Grants a review discount up to the end of a day, or takes it back. */
import { NumberInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { DISCOUNT_PERCENT } from '#server/kernel/percent.ts';
import { ChangeDialog } from '../../change-dialog.tsx';
import { useAfterChange } from './use-change.ts';
import type { AccountView } from './view.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

export function ReviewDialog({ view, onClose }: { view: AccountView; onClose: () => void }) {
  const procedures = useProcedures();
  const after = useAfterChange(onClose);
  const { review } = view;
  const [percent, setPercent] = useState<number | string>(review?.percent ?? '');
  /** The last day, of UTC: the moment that is stored is the midnight after it. */
  const [day, setDay] = useState(() =>
    review && !review.over ? dayOf(new Date(review.until).getTime() - 1) : dayOf(Date.now() + 30 * DAY_MS),
  );
  const none = typeof percent !== 'number';
  const until = Date.parse(day) + DAY_MS;
  const wrongDay = !none && !(until > Date.now());
  const change = useMutation(
    procedures.support.accounts.setReview.mutationOptions(
      after(none ? 'There is no review discount now.' : `The review discount is ${percent} % now.`),
    ),
  );
  return (
    <ChangeDialog
      title="Change the review discount"
      submit={none ? 'Take it back' : `Grant ${percent} %`}
      change={change}
      onConfirm={(reason) =>
        !wrongDay &&
        change.mutate({
          account_id: view.account.account_id,
          review: none ? null : { percent, until: new Date(until).toISOString() },
          reason,
        })
      }
      onClose={onClose}
    >
      <NumberInput
        label="Percentage of the list price"
        description="It applies where it beats the tier. Leave it empty for none."
        suffix=" %"
        {...DISCOUNT_PERCENT}
        decimalScale={2}
        allowNegative={false}
        hideControls
        data-autofocus
        value={percent}
        onChange={setPercent}
      />
      <TextInput
        type="date"
        label="Last day (UTC)"
        disabled={none}
        min={dayOf(Date.now())}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        error={wrongDay ? 'Give a day to come.' : null}
      />
    </ChangeDialog>
  );
}
