/** Header blocks that were decoded lately, and what they meant. A few entries; a new block takes the place of an older one. */
import type { HeaderList } from '../header-list.ts';
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
    const entry = this.#entries[this.#placeOf(bytes, start, end)] ?? null;
    if (entry === null || entry.version !== version) return null;
    const known = entry.bytes;
    const length = end - start;
    if (known.length !== length) return null;
    for (let i = 0; i < length; i++) if (known[i] !== bytes[start + i]) return null;
    return entry;
  }

  keep(bytes: Buffer, start: number, end: number, version: number, { list, added }: DecodedBlock): void {
    if (end === start || end - start > maxBytes) return;
    this.#entries[this.#placeOf(bytes, start, end)] = { bytes: Buffer.from(bytes.subarray(start, end)), version, list, added };
  }

  #placeOf(bytes: Buffer, start: number, end: number): number {
    return end === start ? 0 : (end - start + (bytes[start] as number) + 7 * (bytes[end - 1] as number)) & (this.#entries.length - 1);
  }
}
