/** Searches for texts in a body that arrives in pieces. */
export class BodySearch {
  readonly #needles: readonly Buffer[];
  readonly #found: boolean[];
  readonly #overlap: number;
  #tail: Buffer | null = null;

  constructor(needles: readonly Buffer[]) {
    this.#needles = needles;
    this.#found = needles.map(() => false);
    this.#overlap = Math.max(0, ...needles.map((needle) => needle.length - 1));
  }

  reset(): void {
    this.#found.fill(false);
    this.#tail = null;
  }

  add(chunk: Buffer): void {
    const text = this.#tail ? Buffer.concat([this.#tail, chunk]) : chunk;
    this.#needles.forEach((needle, index) => {
      if (!this.#found[index]) this.#found[index] = text.includes(needle);
    });
    // A copy: a slice would keep the whole read in memory.
    this.#tail = this.#overlap > 0 ? Buffer.from(text.subarray(Math.max(0, text.length - this.#overlap))) : null;
  }

  contained(needle: number): boolean {
    return this.#found[needle] === true;
  }
}
