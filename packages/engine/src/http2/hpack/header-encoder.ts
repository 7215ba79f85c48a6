/**
 * Encodes the request heads of one connection (RFC 7541). Fields that stay the same go into the target's dynamic table once, as long as it
 * has room: nothing ever leaves it, so a request that is sent again and again becomes a few bytes that are encoded once.
 */
import { isSecretName } from '@plimsoll/contracts/problem';
import { staticTable } from './static-table.ts';

/** The most that we use of the target's table, and its size unless the target says otherwise. */
const maxTableBytes = 4096;
const entryOverheadBytes = 32;
/** The only fields of a request with templates that are worth a place in the table. */
const sameInAll = new Set([':authority', 'user-agent', 'x-load-test-run']);
const keyOf = (name: string, value: string) => `${name}\u0000${value}`;
const staticFields = new Map<string, number>();
const staticNames = new Map<string, number>();
for (const [at, { name, value }] of staticTable.entries()) {
  staticFields.set(keyOf(name, value), at + 1);
  if (!staticNames.has(name)) staticNames.set(name, at + 1);
}

/** Ways to write a literal: the bits above the index of its name, and how many are left for it (RFC 7541, 6.2). */
const addedLiteral = { pattern: 0x40, bits: 6 };
const plainLiteral = { pattern: 0, bits: 4 };
const secretLiteral = { pattern: 0x10, bits: 4 };

let scratch = Buffer.allocUnsafeSlow(4096);
let length = 0;

export class HeaderEncoder {
  /** Fields in the table, with the number of fields that were added before each. */
  readonly #places = new Map<string, number>();
  #tableBytes = 0;
  #limit = maxTableBytes;
  #added = 0;
  #limitChanged = false;
  /** Blocks of requests that are sent again and again, by their fields. */
  readonly #blocks = new Map<readonly string[], { readonly block: Buffer; readonly added: number }>();

  /**
   * The block of these fields (names in lower case and values, alternating), valid until the next call. `same`: the very same array is sent
   * again and again.
   */
  encode(fields: readonly string[], same: boolean): Buffer {
    const known = same ? this.#blocks.get(fields) : undefined;
    if (known?.added === this.#added && !this.#limitChanged) return known.block;
    length = 0;
    const addedBefore = this.#added;
    const fixed = !this.#limitChanged;
    if (this.#limitChanged) this.#writeLimit();
    for (let i = 0; i < fields.length; i += 2) this.#write(fields[i] as string, fields[i + 1] as string, same);
    const block = scratch.subarray(0, length);
    if (same && fixed && this.#added === addedBefore) this.#blocks.set(fields, { block: Buffer.from(block), added: addedBefore });
    return block;
  }

  /** The target's table has this size from now on. */
  resize(bytes: number): void {
    const limit = Math.min(bytes, maxTableBytes);
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#limitChanged = true;
    this.#places.clear();
    this.#blocks.clear();
    this.#tableBytes = 0;
  }

  /** Empties the table and then tells the size that we use: so nothing has to be known of what the target dropped. */
  #writeLimit(): void {
    this.#limitChanged = false;
    writeInteger(0x20, 5, 0);
    if (this.#limit > 0) writeInteger(0x20, 5, this.#limit);
  }

  #write(name: string, value: string, same: boolean): void {
    const key = keyOf(name, value);
    const fixed = staticFields.get(key);
    if (fixed !== undefined) {
      writeInteger(0x80, 7, fixed);
      return;
    }
    const place = this.#places.get(key);
    if (place !== undefined) {
      writeInteger(0x80, 7, staticTable.length + this.#added - place);
      return;
    }
    const secret = isSecretName(name);
    const size = name.length + value.length + entryOverheadBytes;
    const adds = !secret && (same || sameInAll.has(name)) && this.#tableBytes + size <= this.#limit;
    writeLiteral(secret ? secretLiteral : adds ? addedLiteral : plainLiteral, name, value);
    if (!adds) return;
    this.#places.set(key, this.#added++);
    this.#tableBytes += size;
  }
}

function writeLiteral({ pattern, bits }: typeof plainLiteral, name: string, value: string): void {
  const index = staticNames.get(name) ?? 0;
  writeInteger(pattern, bits, index);
  if (index === 0) writeText(name);
  writeText(value);
}

function writeText(text: string): void {
  writeInteger(0, 7, text.length);
  makeRoom(text.length);
  length += scratch.write(text, length, 'latin1');
}

/** RFC 7541, 5.1. */
function writeInteger(pattern: number, bits: number, value: number): void {
  makeRoom(6);
  const mask = (1 << bits) - 1;
  if (value < mask) {
    scratch[length++] = pattern | value;
    return;
  }
  scratch[length++] = pattern | mask;
  let rest = value - mask;
  for (; rest >= 128; rest = Math.floor(rest / 128)) scratch[length++] = (rest & 0x7f) | 0x80;
  scratch[length++] = rest;
}

function makeRoom(bytes: number): void {
  if (length + bytes <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * scratch.length, length + bytes));
  larger.set(scratch.subarray(0, length));
  scratch = larger;
}
