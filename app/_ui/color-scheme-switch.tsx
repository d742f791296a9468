'use client';
/** Light, dark, or as the system has it. */
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';

const schemes = [
  { value: 'auto', Icon: IconDeviceDesktop },
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
] as const;

export function ColorSchemeSwitch() {
  const t = useTranslations('ui');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server cannot know what this browser chose.
  const mounted = useMounted();
  return (
    <SegmentedControl
      size="xs"
      radius="md"
      aria-label={t('colorScheme')}
      value={mounted ? colorScheme : 'auto'}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      data={schemes.map(({ value, Icon }) => ({
        value,
        label: (
          <span title={t(value)} style={{ display: 'flex', padding: '2px 0' }}>
            <Icon size={15} aria-hidden />
            <VisuallyHidden>{t(value)}</VisuallyHidden>
          </span>
        ),
      }))}
    />
  );
}
