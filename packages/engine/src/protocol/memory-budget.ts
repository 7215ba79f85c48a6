/** The bytes of a target's answers that are kept. */

/** The bytes of an answer that checks or extractions look into. */
export const wholeBodyBytes = 1024 * 1024;
/** The bytes of any other answer, for an error example. */
export const bodyHeadBytes = 2048;
/** Bodies that the process keeps at one time, all of them together. More connections than it has room for are rarely answered at once. */
export const keptBodiesBytes = 96 * wholeBodyBytes;

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
