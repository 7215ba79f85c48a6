/**
 * Wakes streams when their next message is due. Waits as the scheduler of an open load does (`pace/due-wait.ts`).
 */
import type { Clock } from '../pace/clock.ts';
import { DueWait, type DueWaitOptions, type WaitMeter } from '../pace/due-wait.ts';
import { TimerLane } from '../pace/timer-lane.ts';
import type { TransportOptions } from '../protocol/transport-options.ts';

/** So many wakings are looked through for those of streams that are over. */
const leastSweep = 1024;

export interface PacedStream {
  /** The exchange that a waking belongs to: it may be over, and another begun. */
  readonly exchange: number;
  due(dueUs: number, nowUs: number): void;
}

interface Waking {
  readonly dueUs: number;
  readonly stream: PacedStream;
  readonly exchange: number;
}

export class MessagePacer {
  readonly #clock: Clock;
  readonly #meter: WaitMeter;
  readonly #wait: DueWait;
  /** A binary heap, the earliest first. */
  readonly #heap: Waking[] = [];
  /** The time that it waits for; Infinity while it does not wait. */
  #untilUs = Number.POSITIVE_INFINITY;
  #closed = false;
  /** Length at which the heap is swept again. */
  #sweepAt = leastSweep;

  constructor({ clock, meter, lane, lookUs }: Omit<DueWaitOptions, 'act'>) {
    this.#clock = clock;
    this.#meter = meter;
    this.#wait = new DueWait({ clock, meter, lane, lookUs, act: () => this.#wake() });
  }

  /** The one of a transport. */
  static of({ events, timer, ...options }: TransportOptions): MessagePacer {
    return new MessagePacer({ ...options, meter: events, lane: TimerLane.claim(timer) });
  }

  add(stream: PacedStream, dueUs: number): void {
    if (this.#closed) return;
    if (this.#heap.length >= this.#sweepAt) this.#sweep();
    this.#push({ dueUs, stream, exchange: stream.exchange });
    if (dueUs < this.#untilUs) this.#schedule(this.#clock.nowUs());
  }

  close(): void {
    this.#closed = true;
    this.#heap.length = 0;
    this.#wait.close();
  }

  #wake(): void {
    const nowUs = this.#clock.nowUs();
    let woken = 0;
    for (let first = this.#heap[0]; first && first.dueUs <= nowUs; first = this.#heap[0]) {
      this.#pop();
      if (first.exchange !== first.stream.exchange) continue;
      woken++;
      first.stream.due(first.dueUs, nowUs);
    }
    if (woken === 0) this.#meter.spun(nowUs);
    this.#schedule(nowUs);
  }

  /** Streams are in flight, always: the event loop must be heard. */
  #schedule(nowUs: number): void {
    this.#untilUs = this.#heap[0]?.dueUs ?? Number.POSITIVE_INFINITY;
    if (this.#untilUs === Number.POSITIVE_INFINITY || this.#closed) this.#wait.cancel();
    else this.#wait.until(this.#untilUs, nowUs, true);
  }

  /** Drops what would wake nobody: streams end long before the end that they might have had. */
  #sweep(): void {
    // A list in order of time is a heap, too.
    const live = this.#heap.filter(({ stream, exchange }) => stream.exchange === exchange).sort((a, b) => a.dueUs - b.dueUs);
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
