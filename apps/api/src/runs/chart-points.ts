/** Chart points of a run, once for all who ask at the same time. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';

type ChartText = Awaited<ReturnType<Analysis['chartPoints']>>;

const freshMs = 1000;
const shared = new Map<string, Promise<ChartText>>();

/** The whole run so far, at most a second old: who needs the last second, too, reads on from `lastSequence`. */
export function sharedChartPoints(analysis: Analysis, runId: string): Promise<ChartText> {
  const known = shared.get(runId);
  if (known) return known;
  const made = analysis.chartPoints({ runId });
  shared.set(runId, made);
  const forget = () => setTimeout(() => shared.delete(runId), freshMs).unref();
  made.then(forget, () => shared.delete(runId));
  return made;
}
