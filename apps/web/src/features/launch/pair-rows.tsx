import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Pair } from './form-values.ts';
import { useLaunchForm } from './launch-context.ts';

interface Texts {
  readonly legend: string;
  readonly name: string;
  readonly value: string;
  readonly add: string;
  readonly namePlaceholder: string;
  readonly valuePlaceholder: string;
}

/** Rows of name and value: headers, tags. */
export function PairRows({ field, pointer, texts }: { field: 'headers' | 'tags'; pointer: string; texts: Texts }) {
  const { t } = useTranslation();
  const { values, set, error, touch } = useLaunchForm();
  const rows = values[field];
  const put = (next: readonly Pair[]) => set({ [field]: next });
  const change = (index: number, next: Partial<Pair>) => put(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const problem = (row: Pair) => error(`${pointer}/${row.name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return (
    <fieldset className="plain-fieldset stack" style={{ gap: 8 }}>
      <legend className="field-label">{texts.legend}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
        <div key={index}>
          <div className="pair">
            <TextInput
              aria-label={`${texts.name} ${index + 1}`}
              placeholder={texts.namePlaceholder}
              value={row.name}
              spellCheck={false}
              autoComplete="off"
              data-mono
              error={problem(row) !== null}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
              onBlur={() => touch(`${pointer}/${row.name}`)}
            />
            <TextInput
              aria-label={`${texts.value} ${index + 1}`}
              placeholder={texts.valuePlaceholder}
              value={row.value}
              spellCheck={false}
              autoComplete="off"
              data-mono
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <ActionIcon aria-label={t('common.removeRow', { row: index + 1 })} onClick={() => put(rows.filter((_, at) => at !== index))}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
          {problem(row) && <div className="field-error">{problem(row)}</div>}
        </div>
      ))}
      {error(pointer) && <div className="field-error">{error(pointer)}</div>}
      <div>
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => put([...rows, { name: '', value: '' }])}>
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}
