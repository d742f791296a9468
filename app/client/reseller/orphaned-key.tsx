'use client';
/** A key that an account still has although its reseller mode is off. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { LazyKeyDialog } from './lazy-key-dialog.tsx';

export function OrphanedKey({ lastFour }: { lastFour: string }) {
  const t = useTranslations('reseller.key');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation(
    procedures.reseller.revoke.mutationOptions({
      onSuccess: () => queries.invalidateQueries(procedures.reseller.status.queryFilter()),
    }),
  );
  return (
    <Notice tone="warn">
      <p>{t.rich('orphan', { code: (text) => <code>{text}</code>, lastFour })}</p>
      <div>
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {t('revoke')}
        </Button>
      </div>
      <LazyKeyDialog
        opened={asking}
        lastFour={lastFour}
        title={t('revokeTitle', { lastFour })}
        label={t('revoke')}
        failed={revoke.isError}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('revokeOrphanWhy')}
      </LazyKeyDialog>
    </Notice>
  );
}
