import { TextInput } from '@mantine/core';
import { durationMs } from '@plimsoll/contracts/duration';
import { countRequests, rateLine } from '@plimsoll/contracts/rate-line';
import { type Staircase, staircaseStages } from '@plimsoll/contracts/staircase';
import { launchWords } from '@plimsoll/wording/en/launch';
import { shapeWords } from '@plimsoll/wording/en/shape';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { useState } from 'react';
import { textField } from '../../../ui/form/fields.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useLaunchForm } from '../launch-context.ts';
import { firstStaircase, judgeStaircase, type StaircaseValues } from './staircase-values.ts';
import { ToolPanel } from './tool-panel.tsx';

/** "From 50 to 700 step 50, 5 s ramp, 5 s hold" as stages, which can be edited afterwards. */
export function StaircaseBuilder() {
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
      label={launchWords.staircase}
      what={shapeWords.staircaseWhat}
      sum={form.judged.body ? describe(form.judged.body) : ''}
      action={shapeWords.build}
      onAct={build}
    >
      <TextInput {...textField(form, 'from', '/staircase/from')} label={shapeWords.from} inputMode="decimal" />
      <TextInput {...textField(form, 'to', '/staircase/to')} label={shapeWords.to} inputMode="decimal" />
      <TextInput {...textField(form, 'step', '/staircase/step')} label={shapeWords.step} inputMode="decimal" />
      <TextInput {...textField(form, 'ramp', '/staircase/ramp')} label={shapeWords.ramp} placeholder="0s" />
      <TextInput {...textField(form, 'hold', '/staircase/hold')} label={shapeWords.hold} placeholder="0s" />
    </ToolPanel>
  );

  function describe(staircase: Staircase): string {
    const stages = staircaseStages(staircase);
    if (built === form.values) return shapeWords.built({ count: stages.length });
    const line = rateLine(
      0,
      stages.map(({ to, over }) => ({ to, overSeconds: durationMs(over) / 1000 })),
    );
    return shapeWords.stairs({
      count: stages.length,
      length: formatLength(line.seconds * 1000),
      requests: formatShortCount(countRequests(line)),
    });
  }
}
