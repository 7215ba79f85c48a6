/** Everything counted in one second, before it becomes a sample. Two of them take turns. */
import type { ErrorExample } from '@plimsoll/contracts/outcome';
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import type { ConnectionCounts, RequestSample, Sample } from '@plimsoll/contracts/sample';
import { emptyHistogram, HistogramRecorder } from './histogram-recorder.ts';
import { nameOutcomeCounts, RequestCounters } from './request-counters.ts';

export class IntervalBuffer extends RequestCounters {
  planned = 0;
  dropped = 0;
  readonly stragglers = new Uint32Array(outcomeKinds.length);
  errors: ErrorExample[] = [];
  readonly connectTime: HistogramRecorder;
  readonly dnsTime: HistogramRecorder;
  readonly tcpTime: HistogramRecorder;
  readonly tlsTime: HistogramRecorder;
  /** In a closed load nothing is ever late. */
  readonly sendLateness: HistogramRecorder | null;
  /** A counters for each request of a plan with several. */
  readonly byRequest: readonly RequestCounters[];
  readonly #requestNames: readonly string[];
  #parts: RequestSample[] = [];

  constructor(highestUs: number, open: boolean, requestNames: readonly string[] = []) {
    super(highestUs, open);
    this.connectTime = new HistogramRecorder(highestUs);
    this.dnsTime = new HistogramRecorder(highestUs);
    this.tcpTime = new HistogramRecorder(highestUs);
    this.tlsTime = new HistogramRecorder(highestUs);
    this.sendLateness = open ? new HistogramRecorder(highestUs) : null;
    this.#requestNames = requestNames;
    this.byRequest = requestNames.map(() => new RequestCounters(highestUs, open));
  }

  /** Takes the next request's part beforehand, so that `take` is short. Answers false when there is none left. */
  takeNextRequest(): boolean {
    const index = this.#parts.length;
    const counters = this.byRequest[index];
    if (counters) this.#parts.push({ name: this.#requestNames[index] as string, ...counters.takeCounts() });
    return counters !== undefined;
  }

  /** The counts as a sample, without what belongs to the thread's surroundings. The buffer is empty afterwards. */
  take(context: IntervalContext): Omit<Sample, 'generator'> {
    while (this.takeNextRequest());
    const counters = this.takeCounts();
    const sample = {
      ...context,
      ...counters,
      planned: this.planned,
      dropped: this.dropped,
      stragglers: nameOutcomeCounts(this.stragglers),
      histograms: {
        ...counters.histograms,
        sendLateness: this.sendLateness?.takeEncoded() ?? emptyHistogram,
        connectTime: this.connectTime.takeEncoded(),
        dnsTime: this.dnsTime.takeEncoded(),
        tcpTime: this.tcpTime.takeEncoded(),
        tlsTime: this.tlsTime.takeEncoded(),
      },
      errors: this.errors,
      byRequest: this.#parts,
    };
    this.planned = this.dropped = 0;
    this.stragglers.fill(0);
    this.errors = [];
    this.#parts = [];
    return sample;
  }
}

/** What surrounds the counts of a second. */
export interface IntervalContext {
  readonly second: number;
  readonly lengthMs: number;
  readonly warmup: boolean;
  readonly inFlight: number;
  readonly waiting: number;
  readonly connections: ConnectionCounts;
  readonly bytes: { readonly sent: number; readonly received: number };
}
