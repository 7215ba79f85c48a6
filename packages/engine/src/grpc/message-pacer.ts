/**
 * Wakes streams when their next message is due. Like the scheduler of an open load: by a timer while that is far away, and by turns of the
 * event loop for the last 2 ms, which is exact to microseconds.
 */
import type { Clock } from '../pace/clock.ts';

const spinUs = 2000;
const maxTimerMs = 60_000;
/** So many wakings are looked through for those of calls that are over. */
const leastSweep = 1024;

export interface PacedStream {
  /** Which of its calls a waking belongs to: it may be over, and another begun. */
  readonly callNumber: number;
  due(dueUs: number, nowUs: number): void;
}

interface Waking {
  readonly dueUs: number;
  readonly stream: PacedStream;
  readonly callNumber: number;
}

export class MessagePacer {
  readonly #clock: Clock;
  readonly #spun: (nowUs: number) => void;
  /** A binary heap, the earliest first. */
  readonly #heap: Waking[] = [];
  #timer: NodeJS.Timeout | null = null;
  #timerUs = Number.POSITIVE_INFINITY;
  #immediate: NodeJS.Immediate | null = null;
  #closed = false;
  /** Length at which the heap is swept again. */
  #sweepAt = leastSweep;
  readonly #run = () => this.#wake();

  /** `spun`: told of each turn of the event loop in which nothing was due. */
  constructor(clock: Clock, spun: (nowUs: number) => void) {
    this.#clock = clock;
    this.#spun = spun;
  }

  add(stream: PacedStream, dueUs: number): void {
    if (this.#closed) return;
    if (this.#heap.length >= this.#sweepAt) this.#sweep();
    this.#push({ dueUs, stream, callNumber: stream.callNumber });
    if (this.#immediate === null && dueUs < this.#timerUs) this.#schedule(this.#clock.nowUs());
  }

  close(): void {
    this.#closed = true;
    this.#heap.length = 0;
    this.#disarm();
  }

  #wake(): void {
    this.#disarm();
    const nowUs = this.#clock.nowUs();
    let woken = 0;
    for (let first = this.#heap[0]; first && first.dueUs <= nowUs; first = this.#heap[0]) {
      this.#pop();
      if (first.callNumber !== first.stream.callNumber) continue;
      woken++;
      first.stream.due(first.dueUs, nowUs);
    }
    if (woken === 0) this.#spun(nowUs);
    this.#schedule(nowUs);
  }

  #schedule(nowUs: number): void {
    const [first] = this.#heap;
    this.#disarm();
    if (!first || this.#closed) return;
    const waitUs = first.dueUs - nowUs;
    if (waitUs < spinUs) this.#immediate = setImmediate(this.#run);
    else {
      this.#timerUs = first.dueUs;
      this.#timer = setTimeout(this.#run, Math.min(maxTimerMs, Math.max(1, Math.floor((waitUs - spinUs) / 1000))));
    }
  }

  #disarm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#immediate) clearImmediate(this.#immediate);
    this.#timer = null;
    this.#immediate = null;
    this.#timerUs = Number.POSITIVE_INFINITY;
  }

  /** Drops what would wake nobody: calls end long before the end that their streams might have had. */
  #sweep(): void {
    // In order of time, which is a heap, too.
    const live = this.#heap.filter(({ stream, callNumber }) => stream.callNumber === callNumber).sort((a, b) => a.dueUs - b.dueUs);
    this.#heap.length = 0;
    for (const waking of live) this.#heap.push(waking);
    this.#sweepAt = Math.max(leastSweep, 2 * live.length);
  }

  #push(waking: Waking): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(waking);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above] as Waking).dueUs <= waking.dueUs) break;
      heap[at] = heap[above] as Waking;
      at = above;
    }
    heap[at] = waking;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Waking;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && (heap[below + 1] as Waking).dueUs < (heap[below] as Waking).dueUs) below++;
      if ((heap[below] as Waking).dueUs >= last.dueUs) break;
      heap[at] = heap[below] as Waking;
      at = below;
    }
    heap[at] = last;
  }
}
