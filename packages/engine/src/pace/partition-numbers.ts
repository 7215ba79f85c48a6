import type { Partition } from './partition.ts';

/** Requests, or iterations, of all partitions are numbered 0, 1, 2 …: this partition has every `partition.of`-th of them. */
export class PartitionNumbers {
  readonly #step: number;
  #next: number;

  constructor({ index, of }: Partition) {
    this.#next = index;
    this.#step = of;
  }

  /** The number that `take` will return. */
  get next(): number {
    return this.#next;
  }

  take(): number {
    const number = this.#next;
    this.#next += this.#step;
    return number;
  }
}
