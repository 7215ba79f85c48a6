import { TextInput } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { fieldAt, groupAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { AddButton, RemoveButton } from '../../../ui/form/row-buttons.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { StaircaseBuilder } from '../shapes/lazy-tools.ts';
import { ToolButton } from '../shapes/tool-button.tsx';
import type { StageRow } from '../values/form-values.ts';
import styles from './stages-editor.module.css';

/** From a start, linear to each stage's end; a stage of 0s jumps. */
export function StagesEditor() {
  const form = useLaunchForm();
  const { values, set } = form;
  const open = values.model === 'open';
  const start = textField(form, 'start', open ? '/load/startRate' : '/load/startConnections');
  const maxConnections = textField(form, 'maxConnections', '/load/maxConnections');
  const change = (index: number, next: Partial<StageRow>) =>
    set({ stages: values.stages.map((stage, at) => (at === index ? { ...stage, ...next } : stage)) });
  const last = values.stages.at(-1);
  return (
    <div className="stack" style={{ gap: 10 }} {...groupAt(form, '/load/stages')}>
      <div className={formStyles.fields3}>
        <TextInput
          {...start}
          label={open ? launchWords.startRate : launchWords.startConnections}
          placeholder={open ? '0' : '1'}
          inputMode="decimal"
        />
        {open && <TextInput {...maxConnections} label={launchWords.maxConnections} inputMode="numeric" />}
      </div>
      {open && (
        <ToolButton label={launchWords.staircase}>
          <StaircaseBuilder />
        </ToolButton>
      )}
      <ol className={`plain-list ${styles.stages}`} aria-label={launchWords.stages}>
        {values.stages.map((stage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stage is its place in the line
          <li key={index} className={styles.stage}>
            <span className="faint small num">{index + 1}</span>
            <TextInput
              {...fieldAt(form, `/load/stages/${index}/to`)}
              aria-label={(open ? launchWords.stageRate : launchWords.stageConnections)({ stage: index + 1 })}
              leftSection={<span className="small faint">{launchWords.to}</span>}
              value={stage.to}
              inputMode="decimal"
              onChange={(event) => change(index, { to: event.currentTarget.value })}
            />
            <TextInput
              {...fieldAt(form, `/load/stages/${index}/over`)}
              aria-label={launchWords.stageOver({ stage: index + 1 })}
              leftSection={<span className="small faint">{launchWords.over}</span>}
              leftSectionWidth={44}
              value={stage.over}
              onChange={(event) => change(index, { over: event.currentTarget.value })}
            />
            <RemoveButton
              label={launchWords.removeStage({ stage: index + 1 })}
              onRemove={() => set({ stages: values.stages.toSpliced(index, 1) })}
            />
          </li>
        ))}
      </ol>
      <FieldError form={form} at="/load/stages" />
      <div>
        <AddButton onAdd={() => set({ stages: [...values.stages, last ?? { to: '100', over: '10s' }] })}>{launchWords.addStage}</AddButton>
      </div>
    </div>
  );
}
