'use client';
/** Ends every session of the account: for a device that is lost, or a browser that was not one's own. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';

export function SignIns() {
  const procedures = useProcedures();
  const end = useMutation(
    procedures.accounts.signOutEverywhere.mutationOptions({ onSuccess: () => window.location.assign('/sign-in') }),
  );
  return (
    <Panel
      id="sign-ins"
      title="Sign-ins"
      description="Signed in on a device that you no longer have? End all sessions, this one included. The API key goes on working."
      actions={
        <Button variant="default" size="xs" loading={end.isPending || end.isSuccess} onClick={() => end.mutate()}>
          Sign out everywhere
        </Button>
      }
    >
      {end.isError && (
        <PanelBody>
          <Notice tone="bad" alert>
            {end.error.message}
          </Notice>
        </PanelBody>
      )}
    </Panel>
  );
}
