'use client';
/** The same change for many lines. What is left alone stays as it is in each of them. */
import { Button, Checkbox, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { limits } from '#server/kernel/limits.ts';
import type { Change, EditInput } from '#server/plugins/resale/schema.ts';
import classes from './edit-dialog.module.css';
import { priceProblem, typedEuros } from './sale-price.ts';
import { today } from './today.ts';

interface Props {
  opened: boolean;
  count: number;
  which: EditInput['which'];
  /** @param done whether lines were changed. */
  onClose: (done: boolean) => void;
}

type PaidChoice = 'leave' | 'paid' | 'unpaid';

export function EditDialog({ opened, count, which, onClose }: Props) {
  const t = useTranslations('resale');
  return (
    <Modal
      opened={opened}
      onClose={() => onClose(false)}
      title={t('editTitle', { count })}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <EditForm count={count} which={which} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ count, which, onClose }: Omit<Props, 'opened'>) {
  const t = useTranslations('resale');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const names = useQuery(procedures.resale.buyerNames.queryOptions());
  const [price, setPrice] = useState('');
  const [buyer, setBuyer] = useState('');
  const [nobody, setNobody] = useState(false);
  const [paid, setPaid] = useState<PaidChoice>('leave');
  const [day, setDay] = useState(today());
  const renew = () => queries.invalidateQueries({ queryKey: procedures.resale.pathKey() });
  const undo = useMutation(procedures.resale.undo.mutationOptions({ onSuccess: renew }));
  const edit = useMutation(
    procedures.resale.edit.mutationOptions({
      onSuccess({ changed, edit_id: editId }) {
        // Not waited for: the dialog closes at once.
        void renew();
        onClose(true);
        toast({
          text: t('edited', { count: changed }),
          ...(editId && {
            undo: () =>
              undo.mutateAsync({ edit_id: editId }).then(
                () => true,
                () => false,
              ),
          }),
        });
      },
    }),
  );

  const problem = price.trim() === '' ? null : priceProblem(typedEuros(price));
  const change: Change = {
    ...(price.trim() === '' ? {} : { sale_price: typedEuros(price) }),
    ...(nobody ? { buyer_name: '' } : buyer.trim() === '' ? {} : { buyer_name: buyer.trim() }),
    ...(paid === 'leave' ? {} : { paid_on: paid === 'paid' ? day : null }),
  };
  const nothing = Object.keys(change).length === 0;
  const dayMissing = paid === 'paid' && day === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!nothing && !problem && !dayMissing) edit.mutate({ which, change });
  };

  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('salePrice')}
        placeholder={t('unchanged')}
        leftSection="€"
        inputMode="decimal"
        autoComplete="off"
        value={price}
        error={problem && t(`price.${problem}`, { most: limits.salePriceEuros.max })}
        onChange={(event) => setPrice(event.currentTarget.value)}
      />
      <div className={classes.buyer}>
        <TextInput
          label={t('buyer')}
          placeholder={nobody ? t('withoutBuyer') : t('unchanged')}
          autoComplete="off"
          maxLength={200}
          list="buyers-of-edit"
          disabled={nobody}
          value={nobody ? '' : buyer}
          onChange={(event) => setBuyer(event.currentTarget.value)}
        />
        <datalist id="buyers-of-edit">
          {names.data?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Checkbox
          size="xs"
          label={t('removeBuyer')}
          checked={nobody}
          onChange={(event) => setNobody(event.currentTarget.checked)}
        />
      </div>
      <div className={classes.payment}>
        <SegmentedControl
          aria-label={t('payment')}
          value={paid}
          onChange={(value) => setPaid(value as PaidChoice)}
          data={[
            { value: 'leave', label: t('unchanged') },
            { value: 'paid', label: t('payments.paid') },
            { value: 'unpaid', label: t('payments.unpaid') },
          ]}
        />
        {paid === 'paid' && (
          <TextInput
            type="date"
            label={t('paidOn')}
            required
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        )}
      </div>
      {edit.error && (
        <Notice tone="bad" alert>
          {t('editFailed')}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onClose(false)}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={edit.isPending} disabled={nothing || problem !== null || dayMissing}>
          {t('change', { count })}
        </Button>
      </div>
    </form>
  );
}
