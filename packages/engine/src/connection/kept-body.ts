/** The part of a response's body that is kept, within the memory that all bodies share. */

import { bodyHeadBytes, type MemoryBudget } from '../protocol/memory-budget.ts';
import { GrowingBuffer } from './growing-buffer.ts';

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

  /** Keeps no more than the first bytes of a body, for an error example. */
  addHead(bytes: Buffer, start: number, end: number): void {
    const room = bodyHeadBytes - this.#buffer.length;
    if (room > 0) this.add(bytes, start, Math.min(end, start + room));
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
