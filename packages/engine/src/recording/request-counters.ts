/** What became of requests in one second: of all of them, or of one request of the plan. */
import type { OutcomeCounts, OutcomeKind, StatusCounts } from '@plimsoll/contracts/outcome';
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import type { RequestSample } from '@plimsoll/contracts/sample';
import type { RequestSlot } from '../connection/request-slot.ts';
import { HistogramRecorder } from './histogram-recorder.ts';

/** Position of each outcome in the recorder's counters. */
export const outcomeIndex = Object.fromEntries(outcomeKinds.map((kind, index) => [kind, index])) as Record<OutcomeKind, number>;

const statusLimit = 1000;
/** Outcomes whose times are recorded: the request was answered, or waited out. */
const timed: ReadonlySet<OutcomeKind> = new Set(['response', 'check_failed', 'timeout']);

export class RequestCounters {
  sent = 0;
  done = 0;
  failed = 0;
  doneTimeUs = 0;
  failedTimeUs = 0;
  readonly outcomes = new Uint32Array(outcomeKinds.length);
  readonly statuses = new Uint32Array(statusLimit);
  readonly responseTime: HistogramRecorder;
  /** Closed loads have one time: their service time is their response time. */
  readonly serviceTime: HistogramRecorder | null;
  readonly timeToFirstByte: HistogramRecorder;

  constructor(highestUs: number, open: boolean) {
    this.responseTime = new HistogramRecorder(highestUs);
    this.serviceTime = open ? new HistogramRecorder(highestUs) : null;
    this.timeToFirstByte = new HistogramRecorder(highestUs);
  }

  ended(slot: RequestSlot, nowUs: number, outcome: OutcomeKind, responseUs: number, failed: boolean): void {
    (this.outcomes[outcomeIndex[outcome]] as number)++;
    if (outcome === 'cut_off') return;
    if (slot.status > 0) (this.statuses[slot.status] as number)++;
    if (failed) {
      this.failed++;
      this.failedTimeUs += responseUs;
    } else {
      this.done++;
      this.doneTimeUs += responseUs;
    }
    if (timed.has(outcome)) {
      this.responseTime.record(responseUs);
      // One that waited out its time without being sent was in nobody's service.
      if (slot.sendUs > 0) this.serviceTime?.record(nowUs - slot.sendUs);
    }
    if (slot.firstByteUs > 0) this.timeToFirstByte.record(slot.firstByteUs - slot.sendUs);
  }

  /** The counts and times as a sample has them. Empty afterwards. */
  takeCounts(): Omit<RequestSample, 'name'> {
    const responseTime = this.responseTime.takeEncoded();
    const { sent, done, failed, doneTimeUs, failedTimeUs } = this;
    const taken = {
      sent,
      done,
      failed,
      doneTimeUs,
      failedTimeUs,
      outcomes: nameOutcomeCounts(this.outcomes),
      statuses: nameStatusCounts(this.statuses),
      histograms: {
        responseTime,
        serviceTime: this.serviceTime?.takeEncoded() ?? responseTime,
        timeToFirstByte: this.timeToFirstByte.takeEncoded(),
      },
    };
    this.sent = this.done = this.failed = this.doneTimeUs = this.failedTimeUs = 0;
    this.outcomes.fill(0);
    this.statuses.fill(0);
    return taken;
  }
}

export function nameOutcomeCounts(counts: Uint32Array): OutcomeCounts {
  const named: OutcomeCounts = {};
  outcomeKinds.forEach((kind, index) => {
    const count = counts[index] as number;
    if (count > 0) named[kind] = count;
  });
  return named;
}

function nameStatusCounts(counts: Uint32Array): StatusCounts {
  const named: StatusCounts = {};
  for (let status = 0; status < statusLimit; status++) if (counts[status]) named[status] = counts[status] as number;
  return named;
}
