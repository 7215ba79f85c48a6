/** Everything counted in one second, before it becomes a sample. Two of them take turns. */
import type { ErrorExample } from '@plimsoll/contracts/outcome';
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import type { ConnectionCounts, RequestSample, Sample } from '@plimsoll/contracts/sample';
import { outcomeCounts, Tally } from './tally.ts';
import { noTimes, TimesBook } from './times-book.ts';

export class SecondBook extends Tally {
  planned = 0;
  dropped = 0;
  readonly stragglers = new Uint32Array(outcomeKinds.length);
  errors: ErrorExample[] = [];
  readonly connectTime: TimesBook;
  readonly dnsTime: TimesBook;
  readonly tcpTime: TimesBook;
  readonly tlsTime: TimesBook;
  /** In a closed load nothing is ever late. */
  readonly sendLateness: TimesBook | null;
  /** A tally for each request of a plan with several. */
  readonly byRequest: readonly Tally[];
  readonly #requestNames: readonly string[];
  #parts: RequestSample[] = [];

  constructor(highestUs: number, open: boolean, requestNames: readonly string[] = []) {
    super(highestUs, open);
    this.connectTime = new TimesBook(highestUs);
    this.dnsTime = new TimesBook(highestUs);
    this.tcpTime = new TimesBook(highestUs);
    this.tlsTime = new TimesBook(highestUs);
    this.sendLateness = open ? new TimesBook(highestUs) : null;
    this.#requestNames = requestNames;
    this.byRequest = requestNames.map(() => new Tally(highestUs, open));
  }

  /** Takes the next request's part beforehand, so that `take` is short. Answers false when there is none left. */
  takePart(): boolean {
    const index = this.#parts.length;
    const tally = this.byRequest[index];
    if (tally) this.#parts.push({ name: this.#requestNames[index] as string, ...tally.takeTally() });
    return tally !== undefined;
  }

  /** The counts as a sample, without what belongs to the thread's surroundings. The book is empty afterwards. */
  take(frame: Frame): Omit<Sample, 'generator'> {
    while (this.takePart());
    const tally = this.takeTally();
    const sample = {
      ...frame,
      ...tally,
      planned: this.planned,
      dropped: this.dropped,
      stragglers: outcomeCounts(this.stragglers),
      histograms: {
        ...tally.histograms,
        sendLateness: this.sendLateness?.takeBytes() ?? noTimes,
        connectTime: this.connectTime.takeBytes(),
        dnsTime: this.dnsTime.takeBytes(),
        tcpTime: this.tcpTime.takeBytes(),
        tlsTime: this.tlsTime.takeBytes(),
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
export interface Frame {
  readonly second: number;
  readonly lengthMs: number;
  readonly warmup: boolean;
  readonly inFlight: number;
  readonly waiting: number;
  readonly connections: ConnectionCounts;
  readonly bytes: { readonly sent: number; readonly received: number };
}
