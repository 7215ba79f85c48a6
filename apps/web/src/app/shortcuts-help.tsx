import { Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcutsOn, switchShortcuts } from '../ui/hotkeys.ts';

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
      <table className="table plain-table">
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <td>
                <code>{keys[row]}</code>
              </td>
              <td>{t(`shortcuts.${row}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
