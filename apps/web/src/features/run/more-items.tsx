import { Menu } from '@mantine/core';
import { runWords } from '@plimsoll/wording/en/run';
import { IconMarkdown, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';

interface Props {
  readonly target: ReactElement;
  onMarkdown(): void;
  /** Null: this person may not. */
  readonly onDelete: (() => void) | null;
}

/** Open, around its button. */
export function MoreItems({ target, onMarkdown, onDelete }: Props) {
  return (
    <Menu defaultOpened position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconMarkdown size={15} aria-hidden />} onClick={onMarkdown}>
          {runWords.markdown}
        </Menu.Item>
        {onDelete && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
            {runWords.delete}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
