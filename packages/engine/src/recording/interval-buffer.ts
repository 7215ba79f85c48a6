/** Everything counted in one second, before it becomes a sample. The recorder has two and swaps them. */
import { noStreams } from '@plimsoll/contracts/empty-sample';
import { grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { type ErrorExample, type GrpcStatusCounts, outcomeKinds } from '@plimsoll/contracts/outcome';
import type { RequestTrace } from '@plimsoll/contracts/request-trace';
import type { ConnectionCounts, RequestSample, Sample } from '@plimsoll/contracts/sample';
import { type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import { nameOutcomeCounts, RequestCounters } from './request-counters.ts';
import { StreamCounters } from './stream-counters.ts';

export class IntervalBuffer extends RequestCounters<HistogramName> {
  planned = 0;
  dropped = 0;
  blocked = 0;
  readonly stragglers = new Uint32Array(outcomeKinds.length);
  errors: ErrorExample[] = [];
  /** The slowest of those that have one. */
  traces: RequestTrace[] = [];
  /** Counts by the protocol's own numbers. A second has names for those of gRPC, the one protocol that has some. */
  readonly ownStatuses = new Uint32Array(grpcStatuses.length);
  readonly messages = { ...noStreams.messages };
  readonly streams = new StreamCounters();
  /** Counters of each request of a plan with several. */
  readonly byRequest: readonly RequestCounters[];
  readonly #requestNames: readonly string[];
  #takenRequests: RequestSample[] = [];

  constructor(highestUs: number, open: boolean, requestNames: readonly string[] = []) {
    super(highestUs, open, histogramNames);
    this.#requestNames = requestNames;
    this.byRequest = requestNames.map(() => new RequestCounters(highestUs, open));
  }

  /** Nothing was sent, and nothing ended. */
  get isEmpty(): boolean {
    return this.sent === 0 && this.outcomes.every((count) => count === 0);
  }

  /** Takes a part beforehand, the times of one kind or the counts of one request, so that `take` is short. Answers false if none is left. */
  takeNext(): boolean {
    return this.encodeNext() || this.#takeNextRequest();
  }

  #takeNextRequest(): boolean {
    const index = this.#takenRequests.length;
    const counters = this.byRequest[index];
    if (counters) this.#takenRequests.push({ name: this.#requestNames[index] as string, ...counters.takeCounts() });
    return counters !== undefined;
  }

  /** The counts as a sample, without the process's figures. The buffer is empty afterwards. */
  take(context: IntervalContext): Omit<Sample, 'generator'> {
    while (this.#takeNextRequest());
    const sample = {
      ...context,
      ...this.takeCounts(),
      planned: this.planned,
      dropped: this.dropped,
      blocked: this.blocked,
      stragglers: nameOutcomeCounts(this.stragglers),
      errors: this.errors,
      traces: this.traces,
      grpcStatuses: nameGrpcStatuses(this.ownStatuses),
      messages: { ...this.messages },
      ...this.streams.take(),
      byRequest: this.#takenRequests,
    };
    this.planned = this.dropped = this.blocked = 0;
    this.stragglers.fill(0);
    this.errors = [];
    this.traces = [];
    this.ownStatuses.fill(0);
    Object.assign(this.messages, noStreams.messages);
    this.#takenRequests = [];
    return sample;
  }
}

function nameGrpcStatuses(counts: Uint32Array): GrpcStatusCounts {
  const named: GrpcStatusCounts = {};
  grpcStatuses.forEach((status, code) => {
    if (counts[code]) named[status] = counts[code] as number;
  });
  return named;
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
