/** What one generator made of a run so far, summed from its seconds: those of the warm-up apart from those that count. Pure. */
import { type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import { addEncoded, emptyHistogram, type Histogram } from '@plimsoll/statistics/histogram';

/** Statuses that are told apart for each request; those that come later are one, so that a target cannot make series without end. */
const mostStatuses = 20;
const otherStatus = 'other';

const ofRequests: readonly HistogramName[] = requestTimeNames;
const ofLoad = histogramNames.filter((name) => !ofRequests.includes(name));

/** The sums of one request of the plan. */
export class RequestTotals {
  done = 0;
  failed = 0;
  readonly outcomes = new Map<string, number>();
  readonly statuses = new Map<string, number>();
  readonly times = new Map<HistogramName, Histogram>();

  add({
    done,
    failed,
    outcomes,
    statuses,
    histograms,
  }: Pick<RequestSample, 'done' | 'failed' | 'outcomes' | 'statuses' | 'histograms'>): void {
    this.done += done;
    this.failed += failed;
    for (const [kind, count] of Object.entries(outcomes)) increase(this.outcomes, kind, count);
    for (const [status, count] of Object.entries(statuses)) {
      const known = this.statuses.has(status) || this.statuses.size < mostStatuses;
      increase(this.statuses, known ? status : otherStatus, count);
    }
    addTimes(this.times, histograms, ofRequests);
  }
}

/** The sums of a warm-up, or of the seconds that count. */
export class PhaseTotals {
  dropped = 0;
  bytesSent = 0;
  bytesReceived = 0;
  messagesSent = 0;
  messagesReceived = 0;
  /** Times of connections and messages, and how late requests were sent: known of the load as a whole. */
  readonly times = new Map<HistogramName, Histogram>();
  /** By the name of the request; null in a plan with one target. */
  readonly requests = new Map<string | null, RequestTotals>();

  add(sample: Sample): void {
    this.dropped += sample.dropped;
    this.bytesSent += sample.bytes.sent;
    this.bytesReceived += sample.bytes.received;
    this.messagesSent += sample.messages.sent;
    this.messagesReceived += sample.messages.received;
    addTimes(this.times, sample.histograms, ofLoad);
    if (sample.byRequest.length === 0) this.#ofRequest(null).add(sample);
    for (const request of sample.byRequest) this.#ofRequest(request.name).add(request);
  }

  #ofRequest(name: string | null): RequestTotals {
    const known = this.requests.get(name);
    if (known) return known;
    const made = new RequestTotals();
    this.requests.set(name, made);
    return made;
  }
}

export class RunTotals {
  readonly measured = new PhaseTotals();
  /** Null where no second of a warm-up came. */
  warmup: PhaseTotals | null = null;
  /** The second that came last; null before the first. */
  last: Pick<Sample, 'inFlight' | 'slots' | 'generator'> | null = null;

  add(sample: Sample): void {
    if (sample.warmup) this.warmup ??= new PhaseTotals();
    (sample.warmup && this.warmup ? this.warmup : this.measured).add(sample);
    this.last = sample;
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

type Encoded = Readonly<Partial<Record<HistogramName, Uint8Array>>>;

function addTimes(into: Map<HistogramName, Histogram>, histograms: Encoded, names: readonly HistogramName[]): void {
  for (const name of names) {
    const bytes = histograms[name];
    if (!bytes || bytes.byteLength === 0) continue;
    const known = into.get(name) ?? emptyHistogram();
    into.set(name, known);
    addEncoded(known, bytes);
  }
}
