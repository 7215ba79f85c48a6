import { Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcutsOn, switchShortcuts } from '../ui/keys/hotkeys.ts';
import { DataTable } from '../ui/table/data-table.tsx';

const rows = [
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
] as const;
const keys: Record<(typeof rows)[number], string> = {
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
  run: 'Ctrl/⌘ Enter',
};

export function ShortcutsHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [on, setOn] = useState(shortcutsOn);
  return (
    <Modal opened={opened} onClose={onClose} title={t('shortcuts.title')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <DataTable
        label={t('shortcuts.title')}
        bare
        dense
        headless
        rows={rows}
        rowKey={(row) => row}
        columns={[
          { key: 'keys', head: null, cell: (row) => <code>{keys[row]}</code> },
          { key: 'what', head: null, cell: (row) => t(`shortcuts.${row}`) },
        ]}
      />
      <Switch
        mt="md"
        label={t('shortcuts.on')}
        checked={on}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          switchShortcuts(event.currentTarget.checked);
        }}
      />
    </Modal>
  );
}
