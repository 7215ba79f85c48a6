import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { textField } from '../../ui/form/fields.ts';
import type { StageRow } from './form-values.ts';
import { useLaunchForm } from './launch-context.ts';

/** From a start, linear to each stage's end; a stage of 0s jumps. */
export function StagesEditor() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { values, set, error, touch } = form;
  const open = values.model === 'open';
  const start = textField(form, 'start', open ? '/load/startRate' : '/load/startConnections');
  const maxConnections = textField(form, 'maxConnections', '/load/maxConnections');
  const change = (index: number, next: Partial<StageRow>) =>
    set({ stages: values.stages.map((stage, at) => (at === index ? { ...stage, ...next } : stage)) });
  const last = values.stages.at(-1);
  return (
    <div className="stack" style={{ gap: 10 }}>
      <div className="fields3">
        <TextInput
          {...start}
          label={t(open ? 'launch.startRate' : 'launch.startConnections')}
          placeholder={open ? '0' : '1'}
          inputMode="decimal"
        />
        {open && <TextInput {...maxConnections} label={t('launch.maxConnections')} inputMode="numeric" />}
      </div>
      <ol className="stages" aria-label={t('launch.stages')}>
        {values.stages.map((stage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stage is its place in the line
          <li key={index} className="stage">
            <span className="faint small num">{index + 1}</span>
            <TextInput
              aria-label={t(open ? 'launch.stageRate' : 'launch.stageConnections', { stage: index + 1 })}
              leftSection={<span className="small faint">{t('launch.to')}</span>}
              value={stage.to}
              inputMode="decimal"
              error={error(`/load/stages/${index}/to`)}
              onChange={(event) => change(index, { to: event.currentTarget.value })}
              onBlur={() => touch(`/load/stages/${index}/to`)}
            />
            <TextInput
              aria-label={t('launch.stageOver', { stage: index + 1 })}
              leftSection={<span className="small faint">{t('launch.over')}</span>}
              leftSectionWidth={44}
              value={stage.over}
              error={error(`/load/stages/${index}/over`)}
              onChange={(event) => change(index, { over: event.currentTarget.value })}
              onBlur={() => touch(`/load/stages/${index}/over`)}
            />
            <ActionIcon
              aria-label={t('launch.removeStage', { stage: index + 1 })}
              onClick={() => set({ stages: values.stages.filter((_, at) => at !== index) })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {error('/load/stages') && <div className="field-error">{error('/load/stages')}</div>}
      <div>
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set({ stages: [...values.stages, last ?? { to: '100', over: '10s' }] })}
        >
          {t('launch.addStage')}
        </Button>
      </div>
    </div>
  );
}
