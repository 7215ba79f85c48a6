/** Due times that wait for a slot: first in, first out, in one growing ring. */
export class DueTimeQueue {
  #ring = new Float64Array(1024);
  #head = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(dueUs: number): void {
    if (this.#length === this.#ring.length) {
      const grown = new Float64Array(this.#length * 2);
      for (let i = 0; i < this.#length; i++) grown[i] = this.#at(i);
      this.#ring = grown;
      this.#head = 0;
    }
    this.#ring[(this.#head + this.#length++) % this.#ring.length] = dueUs;
  }

  /** The oldest. Call it only when the queue is not empty. */
  shift(): number {
    const dueUs = this.#at(0);
    this.#head = (this.#head + 1) % this.#ring.length;
    this.#length--;
    return dueUs;
  }

  clear(): void {
    this.#length = 0;
  }

  #at(index: number): number {
    return this.#ring[(this.#head + index) % this.#ring.length] as number;
  }
}
