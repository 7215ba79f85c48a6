import { Button, Menu } from '@mantine/core';
import { runsWords } from '@plimsoll/wording/en/app';
import { IconColumns3 } from '@tabler/icons-react';
import { nameColumn } from '../../domain/run/table/run-columns.tsx';
import { type ListColumn, listColumns, readColumns, writeColumns } from '../../domain/run/table/shown-columns.ts';
import { useSearchState } from '../../ui/search-state.ts';
import { historySearchSchema } from './history-search.ts';

/** Chooses the columns of the list; they stand in the URL, so that a link shows them, too. */
export function ColumnMenu() {
  const [search, change] = useSearchState(historySearchSchema);
  const shown = readColumns(search.columns);
  const toggle = (key: ListColumn) =>
    change({ columns: writeColumns(shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key]) });
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconColumns3 size={15} aria-hidden />}>
          {runsWords.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {listColumns.map((key) => (
          <Menu.CheckboxItem key={key} checked={shown.includes(key)} onChange={() => toggle(key)}>
            {nameColumn(key)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
