import { armHead } from '@plimsoll/pages/arm-head';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { compareWords } from '@plimsoll/wording/en/comparison';
import type { NamedArm } from '@plimsoll/wording/named-arms';
import { formatShare } from '@plimsoll/wording/share';
import type { Series } from '../../charts/types.ts';
import { TimeChartCard } from '../../ui/time-chart-card.tsx';
import { sayInAll } from './measured-arms.ts';
import { type Alignment, overlay } from './overlay.ts';
import { targetRows } from './target-rows.ts';

interface Props {
  readonly arms: readonly NamedArm[];
  readonly series: readonly Series[];
  readonly align: Alignment;
}

/** The CPU of each arm's target over the same time. */
export function TargetCpu({ arms, series, align }: Props) {
  if (arms.every(({ arm }) => !arm.resources)) return null;
  const drawn = arms.map(({ arm }) => {
    const told = new Map(arm.resources?.points.map(({ second, cpu }) => [second, cpu]));
    return { ...arm, points: arm.points.map(({ second, seconds }) => ({ second, seconds, cpu: told.get(second) ?? null })) };
  });
  const rows = overlay(drawn, align, ({ cpu }) => cpu);
  return (
    <TimeChartCard
      id="target-cpu"
      title={compareWords.cpuOver}
      summary={sayInAll(
        arms.map(({ name, arm }) => [name, arm.resources?.cpuMean]),
        formatShare,
      )}
      series={[...series]}
      rows={rows}
      format={formatShare}
      group="compare"
      least={1}
    />
  );
}

/** What each arm's target used in all. */
export function TargetFigures({ arms }: Pick<Props, 'arms'>) {
  if (arms.every(({ arm }) => !arm.resources)) return null;
  const figures = targetRows(arms.map(({ arm }) => arm));
  return (
    <DataTable
      label={compareWords.target}
      rows={figures}
      rowKey={({ name }) => name}
      columns={[
        { key: 'figure', head: compareWords.target, headClass: 'of-arm', className: 'soft', cell: ({ name }) => name },
        ...arms.map(
          ({ name }, at): Column<(typeof figures)[number]> => ({
            key: `arm ${name}`,
            ...armHead(name),
            className: 'of-arm',
            numeric: true,
            cell: ({ values }) => (at === 0 ? values[at] : <b>{values[at]}</b>),
          }),
        ),
      ]}
    />
  );
}
