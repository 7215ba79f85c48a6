/** The number of connections of a closed load that are busy at a time since the run's start. Pure: no clock. */
import { durationMs } from '@plimsoll/contracts/duration';
import { buildConnectionLine } from '@plimsoll/contracts/load-shape';
import { type ClosedLoad, loadDurationMs, type Plan, peakConnections } from '@plimsoll/contracts/plan';
import { rateAt } from '@plimsoll/contracts/rate-line';
import { type Partition, partitionShare, wholeLoad } from './partition.ts';

export interface ClosedPace {
  /** Connections of this partition that should be busy at this time. */
  connectionsAt(nowUs: number): number;
  /** The most there are at any time. */
  readonly peak: number;
  /** Do they change over time? */
  readonly ramps: boolean;
  /** Requests after which this partition is over; Infinity if only time ends it. */
  readonly requests: number;
  /** The end of the load, µs since the run's start; Infinity if only requests end it. */
  readonly endUs: number;
}

export function closedPace(
  plan: Plan,
  load: ClosedLoad,
  partition: Partition = wholeLoad,
  maxRequests = Number.POSITIVE_INFINITY,
): ClosedPace {
  const requests = Math.min(maxRequests, load.requests ?? Number.POSITIVE_INFINITY);
  const warmupUs = durationMs(plan.warmup) * 1000;
  const line = buildConnectionLine(plan);
  const lengthMs = loadDurationMs(load);
  const common = {
    peak: partitionShare(peakConnections(load), partition),
    requests: requests === Number.POSITIVE_INFINITY ? requests : partitionShare(requests, partition),
    endUs: lengthMs === null ? Number.POSITIVE_INFINITY : warmupUs + lengthMs * 1000,
  };
  if (!load.stages || !line) return { ...common, ramps: false, connectionsAt: () => common.peak };
  return {
    ...common,
    ramps: true,
    connectionsAt(nowUs) {
      const seconds = Math.min(line.seconds, Math.max(0, (nowUs - warmupUs) / 1e6));
      return partitionShare(Math.round(rateAt(line, seconds)), partition);
    },
  };
}
