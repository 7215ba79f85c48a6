/** Time that passes from event to event: seconds of a run in microseconds of ours. */
export class VirtualClock {
  /** Seconds. */
  now = 0;
  /** A binary heap by time: `at[i]` belongs to `act[i]`. */
  readonly #at: number[] = [];
  readonly #act: (() => void)[] = [];

  at(time: number, act: () => void): void {
    let place = this.#at.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.#at[parent] as number) <= time) break;
      this.#put(place, parent);
      place = parent;
    }
    this.#at[place] = time;
    this.#act[place] = act;
  }

  /** Until nothing is to happen any more. */
  run(): void {
    while (this.#at.length > 0) {
      const act = this.#act[0] as () => void;
      this.now = this.#at[0] as number;
      const lastAt = this.#at.pop() as number;
      const lastAct = this.#act.pop() as () => void;
      if (this.#at.length > 0) this.#sink(lastAt, lastAct);
      act();
    }
  }

  #sink(time: number, act: () => void): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#at.length) break;
      if (child + 1 < this.#at.length && (this.#at[child + 1] as number) < (this.#at[child] as number)) child++;
      if ((this.#at[child] as number) >= time) break;
      this.#put(place, child);
      place = child;
    }
    this.#at[place] = time;
    this.#act[place] = act;
  }

  #put(place: number, from: number): void {
    this.#at[place] = this.#at[from] as number;
    this.#act[place] = this.#act[from] as () => void;
  }
}
