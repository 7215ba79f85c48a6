import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';

interface RemoveProps {
  /** Says what goes, for those who do not see where the button stands. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
  onRemove(): void;
}

/** Takes one out of a list. */
export function RemoveButton({ label, onRemove, ...rest }: RemoveProps) {
  return (
    <ActionIcon aria-label={label} onClick={onRemove} {...rest}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}

interface AddProps {
  readonly children: string;
  readonly disabled?: boolean;
  onAdd(): void;
}

/** Puts one more at the end of a list. */
export function AddButton({ children, onAdd, ...rest }: AddProps) {
  return (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd} {...rest}>
      {children}
    </Button>
  );
}
