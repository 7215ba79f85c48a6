/** Counts and times of the requests that ended in one second: of all, or of one request of the plan. */
import { type OutcomeCounts, type OutcomeKind, outcomeKinds, type StatusCounts } from '@plimsoll/contracts/outcome';
import { type RequestSample, requestTimeNames } from '@plimsoll/contracts/sample';
import { findClosedTwin, type HistogramName } from '@plimsoll/contracts/times';
import type { RequestSlot } from '../protocol/request-slot.ts';
import { createHistogramRecorders, type HistogramRecorder } from './histogram-recorder.ts';

/** Index of each outcome in the counters. */
export const outcomeIndex = Object.fromEntries(outcomeKinds.map((kind, index) => [kind, index])) as Record<OutcomeKind, number>;

const statusLimit = 1000;
/** The times that are kept for each request. */
export type RequestTime = keyof RequestSample['histograms'];

type EncodedTimes<Name extends HistogramName> = Record<Name, Uint8Array<ArrayBuffer>>;

/** `Name`: times it takes besides those that are kept for each request. */
export class RequestCounters<Name extends HistogramName = never> {
  sent = 0;
  done = 0;
  failed = 0;
  doneTimeUs = 0;
  failedTimeUs = 0;
  readonly outcomes = new Uint32Array(outcomeKinds.length);
  readonly statuses = new Uint32Array(statusLimit);
  readonly times: Readonly<Record<RequestTime | Name, HistogramRecorder>>;
  readonly open: boolean;
  readonly #names: readonly (RequestTime | Name)[];
  #encoded: Partial<EncodedTimes<RequestTime | Name>> = {};
  #nextName = 0;

  constructor(highestUs: number, open: boolean, more: readonly Name[] = []) {
    this.times = createHistogramRecorders([...requestTimeNames, ...more], highestUs);
    this.open = open;
    this.#names = Object.keys(this.times) as (RequestTime | Name)[];
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
    if (failed && (outcome === 'response' || outcome === 'check_failed')) {
      // Failing fast must never look like being fast.
      this.times.failedTime.record(responseUs);
      return;
    }
    if (outcome === 'response' || outcome === 'timeout') {
      this.times.responseTime.record(responseUs);
      // A request that timed out without being sent has no service time. In closed loads the service time is the response time.
      if (slot.sendUs > 0 && this.open) this.times.serviceTime.record(nowUs - slot.sendUs);
    }
    if (slot.firstByteUs > 0) this.times.timeToFirstByte.record(slot.firstByteUs - slot.sendUs);
  }

  /** The counts and times in the form of a sample. Empty afterwards. */
  takeCounts(): Omit<RequestSample, 'name' | 'histograms'> & { histograms: EncodedTimes<RequestTime | Name> } {
    const { sent, done, failed, doneTimeUs, failedTimeUs } = this;
    const taken = {
      sent,
      done,
      failed,
      doneTimeUs,
      failedTimeUs,
      outcomes: nameOutcomeCounts(this.outcomes),
      statuses: nameStatusCounts(this.statuses),
      histograms: this.#takeHistograms(),
    };
    this.sent = this.done = this.failed = this.doneTimeUs = this.failedTimeUs = 0;
    this.outcomes.fill(0);
    this.statuses.fill(0);
    return taken;
  }

  /** Encodes the times of one more kind beforehand. Answers false if there are none of those left. */
  encodeNext(): boolean {
    for (;;) {
      const name = this.#names[this.#nextName];
      if (name === undefined) return false;
      const { isEmpty } = this.times[name];
      this.#encoded[name] = this.times[name].takeEncoded();
      this.#nextName++;
      if (!isEmpty) return true;
    }
  }

  #takeHistograms(): EncodedTimes<RequestTime | Name> {
    while (this.encodeNext());
    const encoded = this.#encoded as EncodedTimes<RequestTime | Name>;
    this.#encoded = {};
    this.#nextName = 0;
    if (this.open) return encoded;
    for (const name of this.#names) {
      const twin = findClosedTwin(name, this.#names);
      if (twin) encoded[name] = encoded[twin];
    }
    return encoded;
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
