import type { Plan } from '@plimsoll/contracts/plan';
import type { Resources } from '@plimsoll/contracts/resources';
import type { Point } from '@plimsoll/contracts/sample';
import type { CountedAs } from '@plimsoll/wording/counted-as';
import type { TimeChartProps } from '../../../charts/time-chart.tsx';

/** The data that every chart of a run is drawn from. */
export interface RunChartsProps {
  readonly points: readonly Point[];
  readonly thresholds: readonly string[];
  readonly errorStatuses: Plan['errorStatuses'];
  readonly counted: CountedAs;
  /** Draw this one request of several, where a chart can; null = all together. */
  readonly request?: string | null;
  /** Marks and stages of the run's story, where it is known. */
  readonly story?: Pick<TimeChartProps, 'marks' | 'bands'> | undefined;
  /** Nothing is known of connections and of what was under way on them, so nothing is drawn of them. */
  readonly withoutConnections?: boolean;
  /** Service time was not measured, so nothing is drawn of it. */
  readonly withoutService?: boolean;
  /** The target's own, drawn over the rates. */
  readonly resources?: Resources | undefined;
}
