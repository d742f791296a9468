'use client';
/** Asks before a proxy's password dies, and makes another. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './reset-password.module.css';

interface Props {
  proxyId: string;
  asking: boolean;
  /** @param done whether there is a new password. */
  onEnd: (done: boolean) => void;
}

export function ResetPassword({ proxyId, asking, onEnd }: Props) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const reset = useMutation(
    procedures.proxies.reset.mutationOptions({
      onSuccess(proxy) {
        queries.setQueryData(procedures.proxies.credential.queryKey({ proxy_id: proxyId }), proxy);
        onEnd(true);
      },
    }),
  );
  if (asking) {
    return (
      <Notice tone="warn" alert>
        <p>
          The old password dies at once and open connections of this proxy are cut. Whoever uses it needs the new password; the
          username stays.
        </p>
        {reset.error && <p className={classes.problem}>{reset.error.message}</p>}
        <div className={classes.actions}>
          <Button size="xs" variant="default" autoFocus onClick={() => onEnd(false)}>
            Keep the password
          </Button>
          <Button size="xs" color="red.9" loading={reset.isPending} onClick={() => reset.mutate({ proxy_id: proxyId })}>
            Reset it now
          </Button>
        </div>
      </Notice>
    );
  }
  return (
    reset.isSuccess && (
      <Notice tone="good" alert>
        There is a new password. Give it to whoever uses this proxy.
      </Notice>
    )
  );
}
