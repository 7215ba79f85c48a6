import type { ComponentProps } from 'react';
import { TimeChartCard } from '../../../ui/time-chart-card.tsx';
import { countWarmupSeconds } from '../table/run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';

type Props = Pick<RunChartsProps, 'points' | 'story'> & Omit<ComponentProps<typeof TimeChartCard>, 'format' | 'group' | 'warmupSeconds'>;

/** The number of something in each second of a run, in the card of its chart. */
export function AmountsChart({ points, story, ...chart }: Props) {
  return <TimeChartCard {...story} {...chart} group="run" warmupSeconds={countWarmupSeconds(points)} />;
}
