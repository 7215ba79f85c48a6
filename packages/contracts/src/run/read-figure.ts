/** Reads figures by their rows: of a run's summary, or of a second. */
import { amountRow, type Counts, countAmount, type Needs } from '../figure/amounts.ts';
import { type ComparedMetric, rowOfMetric } from '../figure/compared-metric.ts';
import { isAnswered } from './failure.ts';
import { findTimes, type Point, readStream } from './sample.ts';
import type { Summary } from './summary.ts';

/** Null where it was not measured. */
export function readFigure(of: Summary | Point, metric: ComparedMetric): number | null {
  const { amount, times, field, needs } = rowOfMetric(metric);
  if (times && field) return findTimes(of, times)?.[field] ?? null;
  if (amount === null || (needs !== null && !hasNeeded(of, needs))) return null;
  // Connections that nobody took end thousands of times a second: a run of them has no throughput, a second of them draws no busy target.
  if (metric === 'throughput' && !isAnswered(of)) return isSummary(of) ? null : 0;
  const kept = isSummary(of) && amountRow(amount).kept;
  return kept ? ((of as unknown as Readonly<Record<string, number | null>>)[kept] ?? null) : countAmount(amount, countsOf(of));
}

function isSummary(of: Summary | Point): of is Summary {
  return 'durationMs' in of;
}

/** A run without messages has no rate of them; a second of a run that has them may have a rate of 0. */
function hasNeeded(of: Summary | Point, needs: Needs): boolean {
  if (needs === 'tokens') return Boolean(readStream(of)?.tokens);
  return readStream(of) !== null || (of.grpc !== null && !isSummary(of));
}

function countsOf(of: Summary | Point): Counts {
  const { done, failed, planned, dropped, connections, bytes } = of;
  const stream = readStream(of);
  const tokens = stream?.tokens;
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
    messages: { sent: stream?.messagesSent ?? 0, received: stream?.messagesReceived ?? 0 },
    tokens: { output: tokens?.output ?? 0, streams: tokens?.streams ?? 0, good: (tokens?.goodput ?? 0) * (tokens?.streams ?? 0) },
  };
}
