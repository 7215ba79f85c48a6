import { Modal, Switch } from '@mantine/core';
import { DataTable } from '@plimsoll/pages/data-table';
import { shortcutsWords } from '@plimsoll/wording/en/app';
import { commonWords } from '@plimsoll/wording/en/main';
import { useState } from 'react';
import { shortcutsOn, switchShortcuts } from '../ui/keys/hotkeys.ts';
import { commandKey } from '../ui/keys/platform-keys.ts';

const rows = [
  'palette',
  'help',
  'search',
  'newRun',
  'home',
  'runs',
  'plans',
  'experiments',
  'stop',
  'down',
  'up',
  'select',
  'compare',
  'swap',
  'run',
  'undo',
] as const;
const keysOf = (): Record<(typeof rows)[number], string> => ({
  palette: commandKey('K'),
  help: '?',
  search: '/',
  newRun: 'c',
  home: 'g h',
  runs: 'g r',
  plans: 'g p',
  experiments: 'g e',
  stop: 's',
  down: 'j',
  up: 'k',
  select: 'x',
  compare: '.',
  swap: 'x',
  run: commandKey('Enter'),
  undo: commandKey('Z'),
});

export function ShortcutsHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useState(shortcutsOn);
  const keys = keysOf();
  return (
    <Modal opened={opened} onClose={onClose} title={shortcutsWords.title} closeButtonProps={{ 'aria-label': commonWords.close }}>
      <DataTable
        label={shortcutsWords.title}
        bare
        dense
        headless
        rows={rows}
        rowKey={(row) => row}
        columns={[
          { key: 'keys', head: null, cell: (row) => <code>{keys[row]}</code> },
          { key: 'what', head: null, cell: (row) => shortcutsWords[row] },
        ]}
      />
      <Switch
        mt="md"
        label={shortcutsWords.on}
        checked={on}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          switchShortcuts(event.currentTarget.checked);
        }}
      />
    </Modal>
  );
}
