/** Streams that we reset: the target may send on them until it knows (RFC 9113, 5.1). */
const mostKept = 1000;

export class GivenUpStreams {
  readonly #ids = new Set<number>();
  /** Up to this id they are forgotten, and every stream counts as one of them. */
  #forgotten = 0;

  add(id: number): void {
    this.#ids.add(id);
    if (this.#ids.size <= mostKept) return;
    for (const oldest of this.#ids) {
      this.#ids.delete(oldest);
      this.#forgotten = Math.max(this.#forgotten, oldest);
      break;
    }
  }

  has(id: number): boolean {
    return id <= this.#forgotten || this.#ids.has(id);
  }
}
