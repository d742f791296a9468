'use client';
/** Asks before a link ends for good. */
import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import type { BuyerLink } from '#server/plugins/resale/schema.ts';
import classes from '../edit-dialog.module.css';

export function RevokeDialog({ link, onClose }: { link: BuyerLink; onClose: () => void }) {
  const t = useTranslations('resale');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const { buyer_name: name } = link;
  const revoke = useMutation(
    procedures.resale.revokeLink.mutationOptions({
      onSuccess() {
        // Not waited for: the dialog closes at once.
        void queries.invalidateQueries({ queryKey: procedures.resale.pathKey() });
        onClose();
        toast({ text: t('revoked', { name }) });
      },
    }),
  );
  return (
    <Modal opened onClose={onClose} title={t('revokeOf', { name })} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <div className={classes.form}>
        <p>{t('revokeWhat')}</p>
        {revoke.error && (
          <Notice tone="bad" alert>
            {t('editFailed')}
          </Notice>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('keepLink')}
          </Button>
          <Button color="red.8" loading={revoke.isPending} onClick={() => revoke.mutate({ link_id: link.link_id })}>
            {t('revokeLink')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
