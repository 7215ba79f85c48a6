import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { metricChange } from './comparison-words.ts';
import { VerdictChip } from './verdict-chip.tsx';

interface Props {
  readonly metric: MetricDelta | undefined;
  /** Writes the figures of its column. */
  write(metric: ComparedMetric, value: number | null): string;
}

/** What a metric became, how far it moved, and the verdict. */
export function MetricChange({ metric, write }: Props) {
  if (!metric) return '–';
  return (
    <>
      <div>
        <b>{write(metric.metric, metric.candidate)}</b> <span className="soft small">{metricChange(metric)}</span>
      </div>
      <VerdictChip verdict={metric.verdict} up={(metric.delta ?? 0) > 0} title={metric.reason} />
    </>
  );
}
