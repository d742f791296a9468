'use client';
/** Gives a buyer another name, in the book and in his links. */
import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import classes from '../edit-dialog.module.css';

export function RenameDialog({ buyer, onClose }: { buyer: string; onClose: () => void }) {
  const t = useTranslations('resale');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(buyer);
  const settled = { onSuccess: () => queries.invalidateQueries({ queryKey: procedures.resale.pathKey() }) };
  const rename = useMutation(procedures.resale.renameBuyer.mutationOptions(settled));
  const asked = name.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (asked === '' || asked === buyer) return;
    await rename.mutateAsync({ buyer_name: buyer, new_name: asked }).then(
      () => {
        onClose();
        toast({
          text: t('renamed', { name: asked }),
          undo: () =>
            rename.mutateAsync({ buyer_name: asked, new_name: buyer }).then(
              () => true,
              () => false,
            ),
        });
      },
      // The field says why.
      () => {},
    );
  };

  const problem = () => {
    if (!rename.error) return null;
    const code = isProcedureError(rename.error) ? rename.error.data?.code : undefined;
    return code === 'CONFLICT' ? t('nameTaken') : t('editFailed');
  };

  return (
    <Modal opened onClose={onClose} title={t('renameOf', { name: buyer })} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('newName')}
          maxLength={200}
          autoComplete="off"
          value={name}
          error={problem()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={asked === '' || asked === buyer}>
            {t('rename')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
