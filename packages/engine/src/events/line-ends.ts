/** Finds the ends of lines in the bytes at hand: LF, CR or both. The next of each is looked for once. */
export const [lf, cr] = [10, 13];

export class LineEnds {
  #view: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #nextLf = 0;
  #nextCr = 0;

  /** For these bytes. `withCr`: a CR ends a line, too. */
  look(bytes: Buffer, start: number, end: number, withCr: boolean): void {
    this.#view = bytes.subarray(start, end);
    this.#start = start;
    this.#end = end;
    this.#nextLf = this.#find(lf, start);
    this.#nextCr = withCr ? this.#find(cr, start) : end;
  }

  /** The next one from there on, or the end of the bytes. */
  next(at: number): number {
    if (this.#nextLf < at) this.#nextLf = this.#find(lf, at);
    if (this.#nextCr < at) this.#nextCr = this.#find(cr, at);
    return Math.min(this.#nextLf, this.#nextCr);
  }

  #find(byte: number, at: number): number {
    const found = this.#view.indexOf(byte, at - this.#start);
    return found < 0 ? this.#end : this.#start + found;
  }
}
