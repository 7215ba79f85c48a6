/** Everything counted in one second, before it becomes a sample. The recorder has two and swaps them. */
import { type ErrorExample, outcomeKinds } from '@plimsoll/contracts/outcome';
import { type ConnectionCounts, type HistogramName, histogramNames, type RequestSample, type Sample } from '@plimsoll/contracts/sample';
import { nameOutcomeCounts, RequestCounters } from './request-counters.ts';

export class IntervalBuffer extends RequestCounters<HistogramName> {
  planned = 0;
  dropped = 0;
  blocked = 0;
  readonly stragglers = new Uint32Array(outcomeKinds.length);
  errors: ErrorExample[] = [];
  /** Counters of each request of a plan with several. */
  readonly byRequest: readonly RequestCounters[];
  readonly #requestNames: readonly string[];
  #takenRequests: RequestSample[] = [];

  constructor(highestUs: number, open: boolean, requestNames: readonly string[] = []) {
    super(highestUs, open, histogramNames);
    this.#requestNames = requestNames;
    this.byRequest = requestNames.map(() => new RequestCounters(highestUs, open));
  }

  /** Takes the counts of the next request beforehand, so that `take` is short. Answers false if none is left. */
  takeNextRequest(): boolean {
    const index = this.#takenRequests.length;
    const counters = this.byRequest[index];
    if (counters) this.#takenRequests.push({ name: this.#requestNames[index] as string, ...counters.takeCounts() });
    return counters !== undefined;
  }

  /** The counts as a sample, without the process's figures. The buffer is empty afterwards. */
  take(context: IntervalContext): Omit<Sample, 'generator'> {
    while (this.takeNextRequest());
    const sample = {
      ...context,
      ...this.takeCounts(),
      planned: this.planned,
      dropped: this.dropped,
      blocked: this.blocked,
      stragglers: nameOutcomeCounts(this.stragglers),
      errors: this.errors,
      byRequest: this.#takenRequests,
    };
    this.planned = this.dropped = this.blocked = 0;
    this.stragglers.fill(0);
    this.errors = [];
    this.#takenRequests = [];
    return sample;
  }
}

/** Figures of a second that the buffer does not count itself. */
export interface IntervalContext {
  readonly second: number;
  readonly lengthMs: number;
  readonly warmup: boolean;
  readonly inFlight: number;
  readonly peakInFlight: number;
  readonly waiting: number;
  readonly slots: number;
  readonly busySlotMs: number;
  readonly connections: ConnectionCounts;
  readonly bytes: { readonly sent: number; readonly received: number };
}
