import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { groupAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { type ExtractRow, emptyExtract, extractKinds } from '../values/request-row.ts';
import rowsStyles from './rows.module.css';

const placeholders = { path: '$.token', header: 'x-request-id', regex: 'id=(\\d+)' };

interface Props {
  readonly rows: readonly ExtractRow[];
  /** Where the mapping stands in the plan. */
  readonly pointer: string;
  /** Does the plan send its requests in a mix? Then nothing can be handed on. */
  readonly mixed: boolean;
  onChange(rows: readonly ExtractRow[]): void;
}

/** Values of the response that later requests use. */
export function ExtractRows({ rows, pointer, mixed, onChange }: Props) {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { errorIn, touch } = form;
  const change = (index: number, next: Partial<ExtractRow>) => onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const example = `{{${rows[0]?.name || 'token'}}}`;
  return (
    <fieldset className={`${formStyles.plainFieldset} stack`} style={{ gap: 8 }} {...groupAt(form, pointer)}>
      <legend className={formStyles.fieldLabel}>{t('launchForm.extract')}</legend>
      <p className={`small soft ${launchStyles.hint}`}>{mixed ? t('launchForm.extractMix') : t('launchForm.extractWhat', { example })}</p>
      {rows.map((row, index) => {
        const at = { row: index + 1 };
        const place = `${pointer}/${row.name}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
          <div key={index} className={rowsStyles.formRow}>
            <TextInput
              aria-label={t('launchForm.extractName', at)}
              placeholder="token"
              className={rowsStyles.narrow}
              errorProps={{ className: rowsStyles.rowError }}
              value={row.name}
              spellCheck={false}
              data-mono
              data-pointer={place}
              error={row.name || row.value ? errorIn(place) : null}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
              onBlur={() => touch(place)}
            />
            <NativeSelect
              aria-label={t('launchForm.extractFrom', at)}
              className={rowsStyles.narrow}
              value={row.from}
              data={extractKinds.map((kind) => ({ value: kind, label: t(`launchForm.from.${kind}`) }))}
              onChange={(event) => change(index, { from: event.currentTarget.value as ExtractRow['from'] })}
            />
            <TextInput
              aria-label={t(`launchForm.extractValue.${row.from}`, at)}
              placeholder={placeholders[row.from]}
              value={row.value}
              spellCheck={false}
              data-mono
              onChange={(event) => change(index, { value: event.currentTarget.value })}
              onBlur={() => touch(place)}
            />
            {row.from === 'regex' && (
              <TextInput
                aria-label={t('launchForm.extractGroup', at)}
                className={rowsStyles.slim}
                leftSection={<span className="small faint">{t('launchForm.group')}</span>}
                leftSectionWidth={52}
                inputMode="numeric"
                value={row.group}
                onChange={(event) => change(index, { group: event.currentTarget.value })}
                onBlur={() => touch(place)}
              />
            )}
            <ActionIcon aria-label={t('common.removeRow', at)} onClick={() => onChange(rows.filter((_, other) => other !== index))}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <FieldError form={form} at={pointer} />
      {!mixed && (
        <div>
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => onChange([...rows, emptyExtract])}>
            {t('launchForm.addValue')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
