import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { fieldAt, groupAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useExperimentForm } from './experiment-context.ts';

/** What must hold, and between which rates to look for the highest that does. */
export function CapacityFields() {
  const { t } = useTranslation();
  const form = useExperimentForm();
  const startRate = textField(form, 'startRate', '/search/startRate');
  const maxRate = textField(form, 'maxRate', '/search/maxRate');
  const precision = textField(form, 'precisionPercent', '/search/precision');
  return (
    <>
      <Thresholds />
      <div className={formStyles.fields3}>
        <TextInput {...startRate} label={t('newExperiment.startRate')} inputMode="decimal" />
        <TextInput {...maxRate} label={t('newExperiment.maxRate')} inputMode="decimal" />
        <TextInput {...precision} label={t('newExperiment.precision')} inputMode="decimal" />
      </div>
    </>
  );
}

function Thresholds() {
  const { t } = useTranslation();
  const form = useExperimentForm();
  const { values, set } = form;
  const rows = values.thresholds;
  return (
    <fieldset className={`${formStyles.plainFieldset} stack`} style={{ gap: 8 }} {...groupAt(form, '/search/thresholds')}>
      <legend className={formStyles.fieldLabel}>{t('newExperiment.thresholds')}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
        <div key={index} className={formStyles.pair} style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
          <TextInput
            {...fieldAt(form, `/search/thresholds/${index}`)}
            aria-label={t('newExperiment.threshold', { row: index + 1 })}
            placeholder="p(99) < 250ms"
            value={row}
            spellCheck={false}
            data-mono
            onChange={(event) => set({ thresholds: rows.map((text, at) => (at === index ? event.currentTarget.value : text)) })}
          />
          <ActionIcon
            aria-label={t('common.removeRow', { row: index + 1 })}
            disabled={rows.length <= 1}
            onClick={() => set({ thresholds: rows.filter((_, at) => at !== index) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <FieldError form={form} at="/search/thresholds" />
      <div>
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => set({ thresholds: [...rows, ''] })}>
          {t('newExperiment.addThreshold')}
        </Button>
      </div>
    </fieldset>
  );
}
