import { Button, TextInput } from '@mantine/core';
import { asksTargetCpu } from '@plimsoll/contracts/threshold';
import { useTranslation } from 'react-i18next';
import { fieldAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { RowList } from '../../../ui/form/row-list.tsx';
import { useExperimentForm } from './experiment-context.ts';

/** What must hold, and between which rates to look for the highest that does. */
export function CapacityFields() {
  const { t } = useTranslation();
  const form = useExperimentForm();
  const startRate = textField(form, 'startRate', '/search/startRate');
  const maxRate = textField(form, 'maxRate', '/search/maxRate');
  const precision = textField(form, 'precisionPercent', '/search/precision');
  const keepsUp = textField(form, 'keepsUpPercent', '/search/keepsUp');
  return (
    <>
      <Thresholds />
      <CpuPreset />
      <div className={formStyles.fields3}>
        <TextInput {...startRate} label={t('newExperiment.startRate')} inputMode="decimal" />
        <TextInput {...maxRate} label={t('newExperiment.maxRate')} inputMode="decimal" />
        <TextInput {...precision} label={t('newExperiment.precision')} inputMode="decimal" />
        <TextInput {...keepsUp} label={t('newExperiment.keepsUp')} inputMode="decimal" />
      </div>
    </>
  );
}

const cpuLimit = 'target_cpu < 70%';

/** The highest rate at which the target's CPU stays below what it should: planning for room. */
function CpuPreset() {
  const { t } = useTranslation();
  const { values, set } = useExperimentForm();
  if (asksTargetCpu(values.thresholds)) return <p className="small soft">{t('newExperiment.cpuTold')}</p>;
  const kept = values.thresholds.filter((text) => text.trim() !== '');
  return (
    <div className="row tight">
      <Button size="xs" variant="default" onClick={() => set({ thresholds: [...kept, cpuLimit] })} disabled={kept.length >= mostThresholds}>
        {t('newExperiment.cpuPreset')}
      </Button>
    </div>
  );
}

/** As the contract has it. */
const mostThresholds = 10;

function Thresholds() {
  const { t } = useTranslation();
  const form = useExperimentForm();
  const { values, set } = form;
  return (
    <RowList
      form={form}
      pointer="/search/thresholds"
      legend={t('newExperiment.thresholds')}
      rows={values.thresholds}
      rowClass={formStyles.pair}
      rowStyle={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}
      least={1}
      add={{ text: t('newExperiment.addThreshold'), row: '' }}
      onChange={(thresholds) => set({ thresholds })}
    >
      {(row, index, put) => (
        <TextInput
          {...fieldAt(form, `/search/thresholds/${index}`)}
          aria-label={t('newExperiment.threshold', { row: index + 1 })}
          placeholder="p(99) < 250ms"
          value={row}
          spellCheck={false}
          data-mono
          onChange={(event) => put(event.currentTarget.value)}
        />
      )}
    </RowList>
  );
}
