import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { fieldAt, groupAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { aboutRequest, requestIn } from '../values/request-list.ts';
import { isBlank, planIndexes } from '../values/rows.ts';
import rowsStyles from './rows.module.css';

const examples = ['p(99) < 250ms', 'error_rate < 1%', 'throughput > 1000'];

/** What the whole run must hold to pass, or one request of it. */
export function ThresholdRows() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { values, set } = form;
  const rows = values.thresholds;
  const places = planIndexes(rows, isBlank.threshold);
  const put = (index: number, next: string) => set({ thresholds: rows.map((text, at) => (at === index ? next : text)) });
  return (
    <fieldset className={`${formStyles.plainFieldset} stack`} style={{ gap: 8 }} {...groupAt(form, '/thresholds')}>
      <legend className={formStyles.fieldLabel}>{t('launch.thresholds')}</legend>
      {rows.map((row, index) => {
        // An empty row is no part of the plan.
        const place = places[index] === null ? '/thresholds/-' : `/thresholds/${places[index]}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
          <div key={index} className={rowsStyles.formRow}>
            {values.several && <AboutRequest row={row} index={index} onChange={(next) => put(index, next)} />}
            <TextInput
              {...fieldAt(form, place)}
              aria-label={t('launch.threshold', { row: index + 1 })}
              placeholder={examples[index % examples.length] ?? ''}
              value={row}
              spellCheck={false}
              data-mono
              onChange={(event) => put(index, event.currentTarget.value)}
            />
            <ActionIcon
              aria-label={t('common.removeRow', { row: index + 1 })}
              onClick={() => set({ thresholds: rows.filter((_, at) => at !== index) })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <FieldError form={form} at="/thresholds" />
      <div className="row tight">
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => set({ thresholds: [...rows, ''] })}>
          {t('launch.addThreshold')}
        </Button>
        {examples
          .filter((example) => !rows.includes(example))
          .map((example) => (
            <Button
              key={example}
              size="compact-xs"
              variant="subtle"
              ff="var(--mono)"
              onClick={() => set({ thresholds: [...rows, example] })}
            >
              {example}
            </Button>
          ))}
      </div>
    </fieldset>
  );
}

interface AboutProps {
  readonly row: string;
  readonly index: number;
  onChange(threshold: string): void;
}

/** Writes the request's name into the expression. A name that no request has stays to be seen. */
function AboutRequest({ row, index, onChange }: AboutProps) {
  const { t } = useTranslation();
  const { values } = useLaunchForm();
  const about = requestIn(row);
  const names = [...new Set(values.requestRows.map(({ name }) => name).filter(Boolean))];
  const all = about === null || names.includes(about) ? names : [...names, about];
  return (
    <NativeSelect
      aria-label={t('launchForm.thresholdOf', { row: index + 1 })}
      className={rowsStyles.narrow}
      value={about ?? ''}
      data={[{ value: '', label: t('launchForm.allRequests') }, ...all.map((name) => ({ value: name, label: name }))]}
      onChange={(event) => onChange(aboutRequest(row.trim() || 'p(99) < 250ms', event.currentTarget.value || null))}
    />
  );
}
