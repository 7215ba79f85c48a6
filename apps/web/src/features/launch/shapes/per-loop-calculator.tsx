import { TextInput } from '@mantine/core';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textField } from '../../../ui/form/fields.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useLaunchForm } from '../launch-context.ts';
import { judgePerLoop, type PerLoop, type PerLoopValues, sumLoops } from './per-loop-values.ts';
import { ToolPanel } from './tool-panel.tsx';
import '../../../i18n/shape-text.ts';

/** "16 loops × 500/s × 200 connections": fills in the totals. Begins with one loop of what the form says. */
export function PerLoopCalculator() {
  const { t } = useTranslation();
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
      label={t('launch.perLoop')}
      what={t('shape.perLoopWhat')}
      sum={form.judged.body ? describe(form.judged.body) : ''}
      action={t('shape.fillIn')}
      onAct={fill}
    >
      <TextInput {...textField(form, 'loops', '/perLoop/loops')} label={t('shape.loops')} inputMode="numeric" />
      <TextInput {...textField(form, 'rate', '/perLoop/rate')} label={t('shape.rateEach')} inputMode="decimal" />
      <TextInput {...textField(form, 'connections', '/perLoop/connections')} label={t('shape.connectionsEach')} inputMode="numeric" />
    </ToolPanel>
  );

  function describe(each: PerLoop): string {
    if (filled === form.values) return t('shape.filledIn');
    const sum = sumLoops(each);
    return t('shape.loopSum', {
      count: each.loops,
      each: formatSignificant(each.rate),
      connections: formatCount(each.connections),
      rate: formatSignificant(sum.rate),
      total: formatCount(sum.connections),
    });
  }
}
