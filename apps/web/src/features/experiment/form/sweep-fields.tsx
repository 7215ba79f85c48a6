import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { listSettings, type SettingName } from '@plimsoll/contracts/setting';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { settingWords } from '@plimsoll/wording/en/names';
import { fieldAt } from '../../../ui/form/fields.ts';
import { AddButton, RemoveButton } from '../../../ui/form/row-buttons.tsx';
import experimentStyles from '../experiment.module.css';
import { startAxis } from '../values/form-values.ts';
import type { Axis } from '../values/grid.ts';
import { useExperimentForm } from './experiment-context.ts';

/** One or two settings, each with its list of values. */
export function SweepFields() {
  const { plan, values, set } = useExperimentForm();
  const { axes } = values;
  const free = listSettings(plan).filter((setting) => !axes.some((axis) => axis.setting === setting));
  return (
    <div className="stack" style={{ gap: 12 }}>
      {axes.map((axis, index) => (
        <AxisFields key={axis.setting} axis={axis} index={index} />
      ))}
      {plan.requests && <div className="small soft">{newExperimentWords.several}</div>}
      {axes.length < 2 && free[0] && (
        <div>
          <AddButton onAdd={() => free[0] && set({ axes: [...axes, startAxis(plan, free[0])] })}>{newExperimentWords.addAxis}</AddButton>
        </div>
      )}
    </div>
  );
}

function AxisFields({ axis, index }: { axis: Axis; index: number }) {
  const form = useExperimentForm();
  const { plan, values, set } = form;
  const change = (next: Axis) => set({ axes: values.axes.map((one, at) => (at === index ? next : one)) });
  const taken = values.axes.map((one) => one.setting).filter((setting) => setting !== axis.setting);
  const pointer = `/axes/${index}`;
  const setting = settingWords[axis.setting];
  const field = {
    label: newExperimentWords.values,
    'aria-label': newExperimentWords.valuesOf({ setting }),
    description: axis.setting === 'url' ? newExperimentWords.urlsHint : newExperimentWords.valuesHint,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
    value: axis.text,
    ...fieldAt(form, pointer),
    'data-mono': true,
    spellCheck: false,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ ...axis, text: event.currentTarget.value }),
  };
  return (
    <div className={experimentStyles.axis}>
      <NativeSelect
        label={newExperimentWords.axis({ index: index + 1 })}
        value={axis.setting}
        onChange={(event) => change(startAxis(plan, event.currentTarget.value as SettingName))}
        data={listSettings(plan).map((one) => ({ value: one, label: settingWords[one], disabled: taken.includes(one) }))}
      />
      {axis.setting === 'url' ? (
        <Textarea {...field} inputWrapperOrder={[...field.inputWrapperOrder]} autosize minRows={2} maxRows={10} />
      ) : (
        <TextInput {...field} inputWrapperOrder={[...field.inputWrapperOrder]} />
      )}
      <RemoveButton
        className={experimentStyles.axisRemove}
        disabled={values.axes.length <= 1}
        label={newExperimentWords.removeAxis({ setting })}
        onRemove={() => set({ axes: values.axes.toSpliced(index, 1) })}
      />
    </div>
  );
}
