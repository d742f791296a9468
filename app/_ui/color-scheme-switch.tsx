'use client';
/** Light, dark, or as the system has it. */
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = [
  { value: 'auto', label: 'As the system has it', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server cannot know what this browser chose.
  const mounted = useMounted();
  return (
    <SegmentedControl
      size="xs"
      radius="md"
      aria-label="Colour scheme"
      value={mounted ? colorScheme : 'auto'}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      data={schemes.map(({ value, label, Icon }) => ({
        value,
        label: (
          <span title={label} style={{ display: 'flex', padding: '2px 0' }}>
            <Icon size={15} aria-hidden />
            <VisuallyHidden>{label}</VisuallyHidden>
          </span>
        ),
      }))}
    />
  );
}
