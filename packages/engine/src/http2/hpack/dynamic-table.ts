/** HPACK's dynamic table (RFC 7541, 2.3.2 and 4): the newest field has index 1. Fields leave it, oldest first, when it has no room. */
import type { Field } from './static-table.ts';

export class DynamicTable {
  /** A ring; its length is a power of two. */
  #ring: (Field | null)[] = new Array(8).fill(null);
  /** Fields that were ever added. The newest stands at `#added - 1`. */
  #added = 0;
  #count = 0;
  #size = 0;
  #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get maxSize(): number {
    return this.#maxSize;
  }

  get size(): number {
    return this.#size;
  }

  /** Counts the fields that were ever added: what an index means changes with it. */
  get added(): number {
    return this.#added;
  }

  /** The field with this index from 1, or null. */
  at(index: number): Field | null {
    if (index < 1 || index > this.#count) return null;
    return this.#ring[(this.#added - index) & (this.#ring.length - 1)] ?? null;
  }

  /** A field that is larger than the table empties it. */
  add(field: Field): void {
    this.#shrinkTo(this.#maxSize - field.size);
    if (field.size <= this.#maxSize) {
      if (this.#count === this.#ring.length) this.#grow();
      this.#ring[this.#added & (this.#ring.length - 1)] = field;
      this.#count++;
      this.#size += field.size;
    }
    this.#added++;
  }

  resize(maxSize: number): void {
    this.#maxSize = maxSize;
    this.#shrinkTo(maxSize);
  }

  #shrinkTo(size: number): void {
    while (this.#count > 0 && this.#size > size) {
      const at = (this.#added - this.#count) & (this.#ring.length - 1);
      this.#size -= (this.#ring[at] as Field).size;
      this.#ring[at] = null;
      this.#count--;
    }
  }

  #grow(): void {
    const larger: (Field | null)[] = new Array(2 * this.#ring.length).fill(null);
    for (let index = 1; index <= this.#count; index++) larger[(this.#added - index) & (larger.length - 1)] = this.at(index);
    this.#ring = larger;
  }
}
