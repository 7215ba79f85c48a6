/** What is kept of a response's body, within the memory that all bodies share. */
import { GrowingBuffer } from './growing-buffer.ts';
import type { MemoryBudget } from './memory-budget.ts';

export class KeptBody {
  readonly #budget: MemoryBudget;
  readonly #buffer = new GrowingBuffer();

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  get length(): number {
    return this.#buffer.length;
  }

  /** Answers false, and keeps nothing of these bytes, if there is no room for them. */
  add(bytes: Buffer, start: number, end: number): boolean {
    const grown = this.#buffer.capacityFor(end - start) - this.#buffer.capacity;
    if (grown > 0 && !this.#budget.take(grown)) return false;
    this.#buffer.add(bytes, start, end);
    return true;
  }

  /** The bytes, valid until something is added; null if there are none. */
  view(): Buffer | null {
    return this.#buffer.view();
  }

  shorten(length: number): void {
    const before = this.#buffer.capacity;
    this.#buffer.shorten(length);
    this.#budget.take(this.#buffer.capacity - before);
  }

  clear(): void {
    if (this.#buffer.capacity === 0) return;
    this.#budget.take(-this.#buffer.capacity);
    this.#buffer.clear();
  }
}
