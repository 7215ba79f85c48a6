import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { fieldAt, groupAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { type Pair, pointerPart } from '../values/rows.ts';

interface Props {
  readonly rows: readonly Pair[];
  /** Where the mapping stands in the plan. */
  readonly pointer: string;
  readonly texts: {
    readonly legend: string;
    readonly name: string;
    readonly value: string;
    readonly add: string;
    readonly namePlaceholder: string;
    readonly valuePlaceholder: string;
  };
  onChange(rows: readonly Pair[]): void;
}

/** Rows of name and value: headers, tags. */
export function PairRows({ rows, pointer, texts, onChange }: Props) {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const change = (index: number, next: Partial<Pair>) => onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  return (
    <fieldset className={`${formStyles.plainFieldset} stack`} style={{ gap: 8 }} {...groupAt(form, pointer)}>
      <legend className={formStyles.fieldLabel}>{texts.legend}</legend>
      {rows.map((row, index) => {
        const place = `${pointer}/${pointerPart(row.name)}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
          <div key={index} className={formStyles.pair}>
            <TextInput
              {...fieldAt(form, place)}
              aria-label={`${texts.name} ${index + 1}`}
              placeholder={texts.namePlaceholder}
              value={row.name}
              spellCheck={false}
              autoComplete="off"
              data-mono
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`${texts.value} ${index + 1}`}
              placeholder={texts.valuePlaceholder}
              value={row.value}
              spellCheck={false}
              autoComplete="off"
              data-mono
              onChange={(event) => change(index, { value: event.currentTarget.value })}
              onBlur={() => form.touch(place)}
            />
            <ActionIcon
              aria-label={t('common.removeRow', { row: index + 1 })}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <FieldError form={form} at={pointer} />
      <div>
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => onChange([...rows, { name: '', value: '' }])}>
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}
