/** The lane by which the timer thread of a process wakes a waiter in a load thread. */
import { changed, laneCount, laneWords, sharedUs, state, timerStates } from './timer-words.ts';

export class TimerLane {
  readonly #words: Int32Array;
  readonly #at: number;
  readonly #armed: number;
  readonly #woken: number;
  readonly #taken: number;
  #waking = 0;
  #wake: (() => void) | null = null;
  #listens = false;

  /** A free lane; null if there is none. */
  static claim(shared: SharedArrayBuffer | null): TimerLane | null {
    if (!shared) return null;
    const words = new Int32Array(shared);
    for (let lane = 0; lane < laneCount(words); lane++)
      if (Atomics.compareExchange(words, laneWords(lane).taken, 0, 1) === 0) return new TimerLane(words, lane);
    return null;
  }

  private constructor(words: Int32Array, lane: number) {
    this.#words = words;
    ({ at: this.#at, armed: this.#armed, woken: this.#woken, taken: this.#taken } = laneWords(lane));
  }

  /** Calls `wake` once, after this time. Answers false if there is no thread to do it. Replaces what was asked before. */
  arm(us: number, wake: () => void): boolean {
    const words = this.#words;
    if (Atomics.load(words, state) !== timerStates.running) return false;
    this.#wake = wake;
    Atomics.store(words, this.#at, (sharedUs() + us) | 0);
    this.#waking = (Atomics.add(words, this.#armed, 1) + 1) | 0;
    this.#listen();
    Atomics.add(words, changed, 1);
    Atomics.notify(words, changed);
    return true;
  }

  disarm(): void {
    this.#wake = null;
  }

  /** It is another's from now on. */
  release(): void {
    this.disarm();
    Atomics.store(this.#words, this.#taken, 0);
  }

  /** A promise that is not kept yet holds neither the thread nor its event loop. */
  #listen(): void {
    if (this.#listens) return;
    this.#listens = true;
    const seen = Atomics.load(this.#words, this.#woken);
    const { async, value } = Atomics.waitAsync(this.#words, this.#woken, seen);
    if (async) value.then(() => this.#heard());
    // It was woken between these two lines.
    else queueMicrotask(() => this.#heard());
  }

  #heard(): void {
    this.#listens = false;
    const wake = this.#wake;
    if (!wake) return;
    if (Atomics.load(this.#words, this.#woken) === this.#waking) {
      this.#wake = null;
      wake();
    } else this.#listen();
  }
}
