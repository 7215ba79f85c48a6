/** Reads figures by their rows: of a run's summary, or of a second. */
import { amountRow, type Counts, countAmount } from '../figure/amounts.ts';
import { type ComparedMetric, rowOfMetric } from '../figure/compared-metric.ts';
import { isAnswered } from './failure.ts';
import { findTimes, type Point, tellsMessages } from './sample.ts';
import type { Summary } from './summary.ts';

/** Null where it was not measured. */
export function readFigure(of: Summary | Point, metric: ComparedMetric): number | null {
  const { amount, times, field, needs } = rowOfMetric(metric);
  if (times && field) return findTimes(of, times)?.[field] ?? null;
  if (amount === null || (needs === 'messages' && !hasMessages(of))) return null;
  // Connections that nobody took end thousands of times a second: a run of them has no throughput, a second of them draws no busy target.
  if (metric === 'throughput' && !isAnswered(of)) return isSummary(of) ? null : 0;
  const kept = isSummary(of) && amountRow(amount).kept;
  return kept ? ((of as unknown as Readonly<Record<string, number | null>>)[kept] ?? null) : countAmount(amount, countsOf(of));
}

function isSummary(of: Summary | Point): of is Summary {
  return 'durationMs' in of;
}

/** A run without messages has no rate of them; a second of a run that has them may have a rate of 0. */
function hasMessages(of: Summary | Point): boolean {
  return of.grpc !== null && (!isSummary(of) || tellsMessages(of.grpc));
}

function countsOf(of: Summary | Point): Counts {
  const { done, failed, planned, dropped, connections, bytes, grpc } = of;
  return {
    seconds: (isSummary(of) ? of.durationMs : of.lengthMs) / 1000,
    finished: done + failed,
    done,
    failed,
    planned,
    dropped,
    connections,
    bytes,
    peakInFlight: (isSummary(of) ? of.peakInFlight : null) ?? 0,
    messages: grpc?.messages ?? { sent: 0, received: 0 },
  };
}
