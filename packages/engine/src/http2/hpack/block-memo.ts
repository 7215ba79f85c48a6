/**
 * Header blocks that were decoded lately, and what they meant. Each block belongs to a pair of places: a new block takes the first of them,
 * and the block before it moves to the second. So the head and the trailers of every answer are both kept if they belong to the same pair.
 */
import type { HeaderList } from './header-list.ts';
import type { Field } from './static-table.ts';

export interface DecodedBlock {
  readonly list: HeaderList;
  /** Fields that the block adds to the dynamic table, in order. */
  readonly added: readonly Field[];
}

interface Entry extends DecodedBlock {
  readonly bytes: Buffer;
  /** The state of the dynamic table that it was read in. */
  readonly version: number;
}

const maxBytes = 1024;

export class BlockMemo {
  readonly #entries: (Entry | null)[];

  /** `places`: a power of two. */
  constructor(places: number) {
    this.#entries = new Array(places).fill(null);
  }

  find(bytes: Buffer, start: number, end: number, version: number): DecodedBlock | null {
    const place = this.#placeOf(bytes, start, end);
    const first = this.#entries[place] ?? null;
    if (first !== null && isSame(first, bytes, start, end, version)) return first;
    const second = this.#entries[place + 1] ?? null;
    return second !== null && isSame(second, bytes, start, end, version) ? second : null;
  }

  keep(bytes: Buffer, start: number, end: number, version: number, { list, added }: DecodedBlock): void {
    if (end === start || end - start > maxBytes) return;
    const place = this.#placeOf(bytes, start, end);
    this.#entries[place + 1] = this.#entries[place] ?? null;
    this.#entries[place] = { bytes: Buffer.from(bytes.subarray(start, end)), version, list, added };
  }

  #placeOf(bytes: Buffer, start: number, end: number): number {
    return end === start ? 0 : (end - start + (bytes[start] as number) + 7 * (bytes[end - 1] as number)) & (this.#entries.length - 2);
  }
}

function isSame({ bytes: known, version: ofVersion }: Entry, bytes: Buffer, start: number, end: number, version: number): boolean {
  const length = end - start;
  if (ofVersion !== version || known.length !== length) return false;
  for (let i = 0; i < length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
