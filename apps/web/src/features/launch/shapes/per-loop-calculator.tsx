import { TextInput } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { shapeWords } from '@plimsoll/wording/en/shape';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { useState } from 'react';
import { textField } from '../../../ui/form/fields.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useLaunchForm } from '../launch-context.ts';
import { judgePerLoop, type PerLoop, type PerLoopValues, sumLoops } from './per-loop-values.ts';
import { ToolPanel } from './tool-panel.tsx';

/** "16 loops × 500/s × 200 connections": fills in the totals. Begins with one loop of what the form says. */
export function PerLoopCalculator() {
  const launch = useLaunchForm();
  const { rate, maxConnections } = launch.values;
  const form = useJudgedForm({ initial: () => ({ loops: '1', rate, connections: maxConnections }), judge: judgePerLoop });
  const [filled, setFilled] = useState<PerLoopValues | null>(null);
  const fill = form.attempt((each) => {
    const sum = sumLoops(each);
    launch.set({ rate: String(sum.rate), maxConnections: String(sum.connections) });
    setFilled(form.values);
  });
  return (
    <ToolPanel
      label={launchWords.perLoop}
      what={shapeWords.perLoopWhat}
      sum={form.judged.body ? describe(form.judged.body) : ''}
      action={shapeWords.fillIn}
      onAct={fill}
    >
      <TextInput {...textField(form, 'loops', '/perLoop/loops')} label={shapeWords.loops} inputMode="numeric" />
      <TextInput {...textField(form, 'rate', '/perLoop/rate')} label={shapeWords.rateEach} inputMode="decimal" />
      <TextInput {...textField(form, 'connections', '/perLoop/connections')} label={shapeWords.connectionsEach} inputMode="numeric" />
    </ToolPanel>
  );

  function describe(each: PerLoop): string {
    if (filled === form.values) return shapeWords.filledIn;
    const sum = sumLoops(each);
    return shapeWords.loopSum({
      count: each.loops,
      each: formatSignificant(each.rate),
      connections: formatCount(each.connections),
      rate: formatSignificant(sum.rate),
      total: formatCount(sum.connections),
    });
  }
}
