'use client';
/** A key that an account still has although its reseller mode is off. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { KeyDialog } from './key-dialog.tsx';

export function OrphanedKey({ lastFour }: { lastFour: string }) {
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
      <p>
        Your key ending in <code>{lastFour}</code> is kept, but every call with it is answered <code>403 not_reseller</code> until
        the mode is on again.
      </p>
      <div>
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          Revoke key
        </Button>
      </div>
      <KeyDialog
        opened={asking}
        lastFour={lastFour}
        title={`Revoke the key ending in ${lastFour}?`}
        label="Revoke key"
        error={revoke.error?.message ?? null}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setAsking(false)}
      >
        The key is deleted. Should reseller mode come back, you generate another.
      </KeyDialog>
    </Notice>
  );
}
