import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { metricChange, metricValue } from './comparison-words.ts';
import { VerdictChip } from './verdict-chip.tsx';

/** What a metric became, how far it moved, and the verdict. */
export function MetricChange({ metric }: { metric: MetricDelta | undefined }) {
  if (!metric) return '–';
  return (
    <>
      <div>
        <b>{metricValue(metric, metric.candidate)}</b> <span className="soft small">{metricChange(metric)}</span>
      </div>
      <VerdictChip verdict={metric.verdict} up={(metric.delta ?? 0) > 0} title={metric.reason} />
    </>
  );
}
