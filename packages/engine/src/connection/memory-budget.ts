/** A number of bytes that all response bodies kept by a thread share, so that no target decides how much memory a generator needs. */
export class MemoryBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Takes so many bytes; a negative number gives them back. Answers false, and takes none, if fewer are left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
