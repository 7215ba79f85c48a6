/** Bytes that arrive in pieces, in one buffer: a target that sends them one by one costs no more memory than one that sends them at once. */
export class GrowingBuffer {
  #bytes: Buffer | null = null;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get capacity(): number {
    return this.#bytes?.length ?? 0;
  }

  /** The size of the buffer with so many more bytes. Doubled, so that all copying together is no more than twice the bytes. */
  capacityFor(more: number): number {
    const needed = this.#length + more;
    return needed <= this.capacity ? this.capacity : Math.max(needed, 2 * this.capacity);
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    this.#resize(this.capacityFor(end - start));
    this.#bytes?.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  /** All bytes, valid until the next call of another method; null if there are none. */
  view(): Buffer | null {
    return this.#length > 0 && this.#bytes ? this.#bytes.subarray(0, this.#length) : null;
  }

  /** Keeps the first `length` bytes, in a buffer of that size. */
  shorten(length: number): void {
    this.#length = Math.min(length, this.#length);
    this.#resize(this.#length);
  }

  clear(): void {
    this.#bytes = null;
    this.#length = 0;
  }

  #resize(capacity: number): void {
    if (capacity === this.capacity) return;
    const held = this.view();
    this.#bytes = Buffer.allocUnsafe(capacity);
    if (held) this.#bytes.set(held);
  }
}
