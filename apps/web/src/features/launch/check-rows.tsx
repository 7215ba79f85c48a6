import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type CheckKind, type CheckRow, checkKinds } from './check-row.ts';
import { useLaunchForm } from './launch-context.ts';

const placeholders: Record<CheckKind, string> = {
  status: '200',
  bodyContains: 'OK',
  header: 'application/json',
  maxResponseTime: '500ms',
  maxBodyBytes: '65536',
  other: '{"bodyContains": "OK"}',
};

/** What a response must be to count as done. */
export function CheckRows() {
  const { t } = useTranslation();
  const { values, set, error, touch } = useLaunchForm();
  const rows = values.checks;
  const change = (index: number, next: Partial<CheckRow>) =>
    set({ checks: rows.map((row, at) => (at === index ? { ...row, ...next } : row)) });
  return (
    <fieldset className="plain-fieldset stack" style={{ gap: 8 }}>
      <legend className="field-label">{t('launch.checks')}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
        <div key={index}>
          <div className="pair check">
            <NativeSelect
              aria-label={t('launch.checkKind', { row: index + 1 })}
              value={row.kind}
              data={checkKinds.map((kind) => ({ value: kind, label: t(`launch.check.${kind}`) }))}
              onChange={(event) => change(index, { kind: event.currentTarget.value as CheckKind, name: '' })}
            />
            {row.kind === 'header' && (
              <TextInput
                aria-label={t('launch.checkHeader', { row: index + 1 })}
                placeholder="content-type"
                value={row.name}
                data-mono
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
            )}
            <TextInput
              aria-label={t('launch.checkValue', { row: index + 1 })}
              placeholder={placeholders[row.kind]}
              value={row.value}
              data-mono
              onChange={(event) => change(index, { value: event.currentTarget.value })}
              onBlur={() => touch(`/checks/${index}`)}
            />
            <ActionIcon
              aria-label={t('common.removeRow', { row: index + 1 })}
              onClick={() => set({ checks: rows.filter((_, at) => at !== index) })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
          {error(`/checks/${index}`) && <div className="field-error">{error(`/checks/${index}`)}</div>}
        </div>
      ))}
      <div>
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set({ checks: [...rows, { kind: 'status', name: '', value: rows.length === 0 ? '200' : '' }] })}
        >
          {t('launch.addCheck')}
        </Button>
      </div>
    </fieldset>
  );
}
