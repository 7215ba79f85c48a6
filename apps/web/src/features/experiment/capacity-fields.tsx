import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { textField } from '../../ui/form/fields.ts';
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
      <div className="fields3">
        <TextInput {...startRate} label={t('newExperiment.startRate')} inputMode="decimal" />
        <TextInput {...maxRate} label={t('newExperiment.maxRate')} inputMode="decimal" />
        <TextInput {...precision} label={t('newExperiment.precision')} inputMode="decimal" />
      </div>
    </>
  );
}

function Thresholds() {
  const { t } = useTranslation();
  const { values, set, error, touch } = useExperimentForm();
  const rows = values.thresholds;
  return (
    <fieldset className="plain-fieldset stack" style={{ gap: 8 }}>
      <legend className="field-label">{t('newExperiment.thresholds')}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
        <div key={index} className="pair" style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
          <TextInput
            aria-label={t('newExperiment.threshold', { row: index + 1 })}
            placeholder="p(99) < 250ms"
            value={row}
            spellCheck={false}
            data-mono
            data-pointer={`/search/thresholds/${index}`}
            error={error(`/search/thresholds/${index}`)}
            onChange={(event) => set({ thresholds: rows.map((text, at) => (at === index ? event.currentTarget.value : text)) })}
            onBlur={() => touch(`/search/thresholds/${index}`)}
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
      {error('/search/thresholds') && <div className="field-error">{error('/search/thresholds')}</div>}
      <div>
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => set({ thresholds: [...rows, ''] })}>
          {t('newExperiment.addThreshold')}
        </Button>
      </div>
    </fieldset>
  );
}
