import { Button, TextInput } from '@mantine/core';
import { asksTargetCpu } from '@plimsoll/contracts/threshold';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { fieldAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { RowList } from '../../../ui/form/row-list.tsx';
import { useExperimentForm } from './experiment-context.ts';

/** The limits that must hold, and the rates between which the search looks for the highest that does. */
export function CapacityFields() {
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
        <TextInput {...startRate} label={newExperimentWords.startRate} inputMode="decimal" />
        <TextInput {...maxRate} label={newExperimentWords.maxRate} inputMode="decimal" />
        <TextInput {...precision} label={newExperimentWords.precision} inputMode="decimal" />
        <TextInput {...keepsUp} label={newExperimentWords.keepsUp} inputMode="decimal" />
      </div>
    </>
  );
}

const cpuLimit = 'target_cpu < 70%';

/** The highest rate at which the target's CPU stays below what it should: planning for room. */
function CpuPreset() {
  const { values, set } = useExperimentForm();
  if (asksTargetCpu(values.thresholds)) return <p className="small soft">{newExperimentWords.cpuTold}</p>;
  const kept = values.thresholds.filter((text) => text.trim() !== '');
  return (
    <div className="row tight">
      <Button size="xs" variant="default" onClick={() => set({ thresholds: [...kept, cpuLimit] })} disabled={kept.length >= mostThresholds}>
        {newExperimentWords.cpuPreset}
      </Button>
    </div>
  );
}

/** As the contract has it. */
const mostThresholds = 10;

function Thresholds() {
  const form = useExperimentForm();
  const { values, set } = form;
  return (
    <RowList
      form={form}
      pointer="/search/thresholds"
      legend={newExperimentWords.thresholds}
      rows={values.thresholds}
      rowClass={formStyles.pair}
      rowStyle={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}
      least={1}
      add={{ text: newExperimentWords.addThreshold, row: '' }}
      onChange={(thresholds) => set({ thresholds })}
    >
      {(row, index, put) => (
        <TextInput
          {...fieldAt(form, `/search/thresholds/${index}`)}
          aria-label={newExperimentWords.threshold({ row: index + 1 })}
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
