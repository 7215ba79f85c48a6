import { type TimesFigure, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Summary } from '@plimsoll/contracts/summary';
import { summaryTimes } from '@plimsoll/contracts/times';
import { phasesWords } from '@plimsoll/wording/en/run';
import { formatCount } from '@plimsoll/wording/number';
import { timeColumn } from '@plimsoll/wording/time';
import { isSaid } from '@plimsoll/wording/words';
import { createElement as h, type ReactNode } from 'react';
import { FigureTable } from '../table/figure-table.ts';
import { timeName } from './time-name.ts';

type Phase = ReturnType<typeof summaryTimes>[number];

/** The time that opening a connection took, whole and by phase; no row of what was not timed. */
export function PhasesTable({ summary }: { summary: Summary }): ReactNode {
  const phases = summaryTimes('connection').filter((phase) => summary[phase].count > 0);
  if (phases.length === 0) return null;
  const column = (figure: TimesFigure) => {
    const write = timeColumn(phases.map((phase) => summary[phase][figure]));
    return { head: timesFigures[figure].name, cell: (phase: Phase) => write(summary[phase][figure]) };
  };
  const columns = [column('p50Us'), column('p99Us'), column('maxUs')];
  return h(FigureTable, {
    label: phasesWords.title,
    head: [phasesWords.title, phasesWords.count, ...columns.map(({ head }) => head)],
    rows: phases.map((phase) => [namePhase(phase), formatCount(summary[phase].count), ...columns.map(({ cell }) => cell(phase))]),
  });
}

function namePhase(phase: Phase): ReactNode {
  const what = `${phase}What`;
  return [timeName(phase), h('div', { key: 'what', className: 'small faint what' }, isSaid(phasesWords, what) && phasesWords[what])];
}
