'use client';
/** Signs out of this browser. */
import { ActionIcon } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { signOut } from '#app/_session/session-calls.ts';

export function SignOut() {
  const t = useTranslations('tabs');
  const [busy, setBusy] = useState(false);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="lg"
      loading={busy}
      aria-label={t('signOut')}
      title={t('signOut')}
      onClick={async () => {
        setBusy(true);
        await signOut().finally(() => setBusy(false));
      }}
    >
      <IconLogout size={18} aria-hidden />
    </ActionIcon>
  );
}
