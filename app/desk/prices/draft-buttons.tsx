/** The buttons that remove and add lines of a dialog. */
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';

interface Props {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

/** Removes the line that it stands behind. */
export function RemoveButton({ label, disabled = false, onClick }: Props) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} disabled={disabled} onClick={onClick}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Adds a line below the others. */
export function AddButton({ label, disabled = false, onClick }: Props) {
  return (
    <div>
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} disabled={disabled} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
