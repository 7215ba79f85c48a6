/** Everything counted in one second, before it becomes a sample. Two of them take turns. */
import type { ErrorExample, OutcomeCounts, StatusCounts } from '@plimsoll/contracts/outcome';
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import type { ConnectionCounts, Sample } from '@plimsoll/contracts/sample';
import { noTimes, TimesBook } from './times-book.ts';

const statusRoom = 1000;

export class SecondBook {
  planned = 0;
  sent = 0;
  dropped = 0;
  done = 0;
  failed = 0;
  doneTimeUs = 0;
  failedTimeUs = 0;
  readonly outcomes = new Uint32Array(outcomeKinds.length);
  readonly stragglers = new Uint32Array(outcomeKinds.length);
  readonly statuses = new Uint32Array(statusRoom);
  errors: ErrorExample[] = [];
  readonly responseTime: TimesBook;
  readonly timeToFirstByte: TimesBook;
  readonly connectTime: TimesBook;
  readonly dnsTime: TimesBook;
  readonly tcpTime: TimesBook;
  readonly tlsTime: TimesBook;
  /** Closed loads have one time: their service time is their response time, and nothing is ever late. */
  readonly serviceTime: TimesBook | null;
  readonly sendLateness: TimesBook | null;

  constructor(highestUs: number, open: boolean) {
    this.responseTime = new TimesBook(highestUs);
    this.timeToFirstByte = new TimesBook(highestUs);
    this.connectTime = new TimesBook(highestUs);
    this.dnsTime = new TimesBook(highestUs);
    this.tcpTime = new TimesBook(highestUs);
    this.tlsTime = new TimesBook(highestUs);
    this.serviceTime = open ? new TimesBook(highestUs) : null;
    this.sendLateness = open ? new TimesBook(highestUs) : null;
  }

  /** The counts as a sample, without what belongs to the thread's surroundings. The book is empty afterwards. */
  take(frame: Frame): Omit<Sample, 'generator'> {
    const sample = {
      ...frame,
      planned: this.planned,
      sent: this.sent,
      dropped: this.dropped,
      done: this.done,
      failed: this.failed,
      doneTimeUs: this.doneTimeUs,
      failedTimeUs: this.failedTimeUs,
      outcomes: outcomeCounts(this.outcomes),
      stragglers: outcomeCounts(this.stragglers),
      statuses: statusCounts(this.statuses),
      histograms: this.#histograms(),
      errors: this.errors,
      byRequest: [],
    };
    this.planned = this.sent = this.dropped = this.done = this.failed = this.doneTimeUs = this.failedTimeUs = 0;
    this.outcomes.fill(0);
    this.stragglers.fill(0);
    this.statuses.fill(0);
    this.errors = [];
    return sample;
  }

  #histograms(): Sample['histograms'] {
    const responseTime = this.responseTime.takeBytes();
    return {
      responseTime,
      serviceTime: this.serviceTime?.takeBytes() ?? responseTime,
      sendLateness: this.sendLateness?.takeBytes() ?? noTimes,
      timeToFirstByte: this.timeToFirstByte.takeBytes(),
      connectTime: this.connectTime.takeBytes(),
      dnsTime: this.dnsTime.takeBytes(),
      tcpTime: this.tcpTime.takeBytes(),
      tlsTime: this.tlsTime.takeBytes(),
    };
  }
}

/** What surrounds the counts of a second. */
export interface Frame {
  readonly second: number;
  readonly lengthMs: number;
  readonly warmup: boolean;
  readonly inFlight: number;
  readonly waiting: number;
  readonly connections: ConnectionCounts;
  readonly bytes: { readonly sent: number; readonly received: number };
}

function outcomeCounts(counts: Uint32Array): OutcomeCounts {
  const named: OutcomeCounts = {};
  outcomeKinds.forEach((kind, index) => {
    const count = counts[index] as number;
    if (count > 0) named[kind] = count;
  });
  return named;
}

function statusCounts(counts: Uint32Array): StatusCounts {
  const named: StatusCounts = {};
  for (let status = 0; status < statusRoom; status++) if (counts[status]) named[status] = counts[status] as number;
  return named;
}
