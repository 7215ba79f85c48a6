import { TextInput } from '@mantine/core';
import { durationMs } from '@plimsoll/contracts/duration';
import { countRequests, rateLine } from '@plimsoll/contracts/rate-line';
import { type Staircase, staircaseStages } from '@plimsoll/contracts/staircase';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textField } from '../../../ui/form/fields.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useLaunchForm } from '../launch-context.ts';
import { firstStaircase, judgeStaircase, type StaircaseValues } from './staircase-values.ts';
import { ToolPanel } from './tool-panel.tsx';
import '../../../i18n/shape-text.ts';

/** "From 50 to 700 step 50, 5 s ramp, 5 s hold" as stages, which can be edited afterwards. */
export function StaircaseBuilder() {
  const { t } = useTranslation();
  const launch = useLaunchForm();
  const form = useJudgedForm({ initial: () => firstStaircase, judge: judgeStaircase });
  const [built, setBuilt] = useState<StaircaseValues | null>(null);
  const build = form.attempt((staircase) => {
    const stages = staircaseStages(staircase);
    launch.set({ start: '', stages: stages.map(({ to, over }) => ({ to: String(to), over })) });
    setBuilt(form.values);
  });
  return (
    <ToolPanel
      label={t('launch.staircase')}
      what={t('shape.staircaseWhat')}
      sum={form.judged.body ? describe(form.judged.body) : ''}
      action={t('shape.build')}
      onAct={build}
    >
      <TextInput {...textField(form, 'from', '/staircase/from')} label={t('shape.from')} inputMode="decimal" />
      <TextInput {...textField(form, 'to', '/staircase/to')} label={t('shape.to')} inputMode="decimal" />
      <TextInput {...textField(form, 'step', '/staircase/step')} label={t('shape.step')} inputMode="decimal" />
      <TextInput {...textField(form, 'ramp', '/staircase/ramp')} label={t('shape.ramp')} placeholder="0s" />
      <TextInput {...textField(form, 'hold', '/staircase/hold')} label={t('shape.hold')} placeholder="0s" />
    </ToolPanel>
  );

  function describe(staircase: Staircase): string {
    const stages = staircaseStages(staircase);
    if (built === form.values) return t('shape.built', { count: stages.length });
    const line = rateLine(
      0,
      stages.map(({ to, over }) => ({ to, overSeconds: durationMs(over) / 1000 })),
    );
    return t('shape.stairs', {
      count: stages.length,
      length: formatLength(line.seconds * 1000),
      requests: formatShortCount(countRequests(line)),
    });
  }
}
