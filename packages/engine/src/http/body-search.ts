/** Searches for texts in a body that arrives in pieces. Pieces are gathered before they are searched: a body of single bytes costs no more. */

/** Searched at once, beside what a text may reach back. Each slot has a window of its own. */
const windowBytes = 4096;

export class BodySearch {
  readonly #needles: readonly Buffer[];
  readonly #found: boolean[];
  readonly #overlap: number;
  #window = Buffer.alloc(0);
  #filled = 0;

  constructor(needles: readonly Buffer[]) {
    this.#needles = needles;
    this.#found = needles.map(() => false);
    this.#overlap = Math.max(0, ...needles.map((needle) => needle.length - 1));
  }

  reset(): void {
    this.#found.fill(false);
    this.#filled = 0;
  }

  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(chunk.length - at, this.#makeRoom(chunk.length - at));
      chunk.copy(this.#window, this.#filled, at, at + taken);
      this.#filled += taken;
      at += taken;
    }
  }

  contained(needle: number): boolean {
    this.#searchWindow();
    return this.#found[needle] === true;
  }

  /** Answers how many bytes the window takes now: at least one. */
  #makeRoom(wanted: number): number {
    const limit = this.#overlap + windowBytes;
    if (this.#filled === limit) this.#searchWindow();
    const needed = Math.min(limit, this.#filled + wanted);
    if (needed > this.#window.length) {
      const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * this.#window.length)));
      this.#window.copy(larger, 0, 0, this.#filled);
      this.#window = larger;
    }
    return this.#window.length - this.#filled;
  }

  /** Only the end, in which a text may have begun, is kept. */
  #searchWindow(): void {
    const text = this.#window.subarray(0, this.#filled);
    this.#needles.forEach((needle, index) => {
      if (!this.#found[index]) this.#found[index] = text.includes(needle);
    });
    const kept = Math.min(this.#overlap, this.#filled);
    this.#window.copyWithin(0, this.#filled - kept, this.#filled);
    this.#filled = kept;
  }
}
