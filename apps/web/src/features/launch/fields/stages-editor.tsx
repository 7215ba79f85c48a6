import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation();
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
          label={t(open ? 'launch.startRate' : 'launch.startConnections')}
          placeholder={open ? '0' : '1'}
          inputMode="decimal"
        />
        {open && <TextInput {...maxConnections} label={t('launch.maxConnections')} inputMode="numeric" />}
      </div>
      {open && (
        <ToolButton label={t('launch.staircase')}>
          <StaircaseBuilder />
        </ToolButton>
      )}
      <ol className={styles.stages} aria-label={t('launch.stages')}>
        {values.stages.map((stage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stage is its place in the line
          <li key={index} className={styles.stage}>
            <span className="faint small num">{index + 1}</span>
            <TextInput
              {...fieldAt(form, `/load/stages/${index}/to`)}
              aria-label={t(open ? 'launch.stageRate' : 'launch.stageConnections', { stage: index + 1 })}
              leftSection={<span className="small faint">{t('launch.to')}</span>}
              value={stage.to}
              inputMode="decimal"
              onChange={(event) => change(index, { to: event.currentTarget.value })}
            />
            <TextInput
              {...fieldAt(form, `/load/stages/${index}/over`)}
              aria-label={t('launch.stageOver', { stage: index + 1 })}
              leftSection={<span className="small faint">{t('launch.over')}</span>}
              leftSectionWidth={44}
              value={stage.over}
              onChange={(event) => change(index, { over: event.currentTarget.value })}
            />
            <RemoveButton
              label={t('launch.removeStage', { stage: index + 1 })}
              onRemove={() => set({ stages: values.stages.toSpliced(index, 1) })}
            />
          </li>
        ))}
      </ol>
      <FieldError form={form} at="/load/stages" />
      <div>
        <AddButton onAdd={() => set({ stages: [...values.stages, last ?? { to: '100', over: '10s' }] })}>{t('launch.addStage')}</AddButton>
      </div>
    </div>
  );
}
