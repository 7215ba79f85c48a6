/**
 * Decodes the header blocks of one connection (RFC 7541), each in turn: the dynamic table changes with every block.
 *
 * A target sends the same block again and again (until its Date changes). The meaning of a block is kept beside its bytes: for the whole
 * thread if it refers to nothing in the dynamic table, else for this connection until that table changes.
 */

import { Http2Error } from '../frames/http2-error.ts';
import { BlockMemo } from './block-memo.ts';
import { DynamicTable } from './dynamic-table.ts';
import { HeaderList } from './header-list.ts';
import { decodeHuffman } from './huffman.ts';
import { createField, type Field, staticTable } from './static-table.ts';

/** The default size of a peer's table. We leave it at that. */
const tableBytes = 4096;
/** Most that the fields of one block may count for together; a block of 64 kB can stand for 16 MB. */
const maxListBytes = 262_144;
/** A list that counts for more is not kept. */
const maxKeptBytes = 16_384;
const maxInteger = 2 ** 28;

/** Blocks that refer to nothing in a dynamic table mean the same on every connection. */
const shared = new BlockMemo(16);
/** Each connection has these places of its own, where it needs them. */
const ownPlaces = 4;

export class HeaderDecoder {
  readonly #table = new DynamicTable(tableBytes);
  #own: BlockMemo | null = null;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  #fields: Field[] = [];
  #listBytes = 0;
  #added: Field[] = [];
  #refersToTable = false;
  #resized = false;

  /** The fields of a whole block. Throws {@link Http2Error}; the connection cannot be used afterwards. */
  decode(bytes: Buffer, start: number, end: number): HeaderList {
    const known = shared.find(bytes, start, end, 0) ?? this.#own?.find(bytes, start, end, this.#table.added) ?? null;
    if (known !== null) {
      for (const field of known.added) this.#table.add(field);
      return known.list;
    }
    return this.#read(bytes, start, end);
  }

  #read(bytes: Buffer, start: number, end: number): HeaderList {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#fields = [];
    this.#added = [];
    this.#listBytes = 0;
    this.#refersToTable = this.#resized = false;
    const addedBefore = this.#table.added;
    while (this.#at < end) this.#readField();
    const list = new HeaderList(this.#fields);
    const memo = { list, added: this.#added };
    if (this.#resized) this.#own = null;
    else if (this.#listBytes <= maxKeptBytes) {
      if (this.#refersToTable) this.#own ??= new BlockMemo(ownPlaces);
      const blocks = this.#refersToTable ? this.#own : shared;
      blocks?.keep(bytes, start, end, this.#refersToTable ? addedBefore : 0, memo);
    }
    this.#fields = [];
    this.#added = [];
    return list;
  }

  #readField(): void {
    const first = this.#bytes[this.#at] as number;
    if (first >= 0x80) this.#take(this.#field(this.#integer(7)));
    else if (first >= 0x40) {
      const field = this.#literal(6);
      this.#take(field);
      this.#table.add(field);
      this.#added.push(field);
    } else if (first >= 0x20) this.#resize(this.#integer(5));
    else this.#take(this.#literal(4));
  }

  #take(field: Field): void {
    this.#listBytes += field.size;
    if (this.#listBytes > maxListBytes) throw new Http2Error('ENHANCE_YOUR_CALM');
    this.#fields.push(field);
  }

  /** Allowed before the first field only (RFC 7541, 4.2). */
  #resize(bytes: number): void {
    if (bytes > tableBytes || this.#fields.length > 0) throw new Http2Error('COMPRESSION_ERROR');
    this.#table.resize(bytes);
    this.#resized = true;
  }

  #field(index: number): Field {
    if (index > staticTable.length) this.#refersToTable = true;
    const field = staticTable[index - 1] ?? this.#table.at(index - staticTable.length);
    if (!field) throw new Http2Error('COMPRESSION_ERROR');
    return field;
  }

  #literal(prefixBits: number): Field {
    const index = this.#integer(prefixBits);
    const name = index === 0 ? this.#text() : this.#field(index).name;
    return createField(name, this.#text());
  }

  #text(): string {
    if (this.#at >= this.#end) throw new Http2Error('COMPRESSION_ERROR');
    const coded = (this.#bytes[this.#at] as number) >= 0x80;
    const length = this.#integer(7);
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#end) throw new Http2Error('COMPRESSION_ERROR');
    return coded ? decodeHuffman(this.#bytes, start, this.#at) : this.#bytes.toString('latin1', start, this.#at);
  }

  /** An integer that begins in the lower bits of the next byte (RFC 7541, 5.1). */
  #integer(prefixBits: number): number {
    const mask = (1 << prefixBits) - 1;
    let value = (this.#bytes[this.#at++] as number) & mask;
    if (value < mask) return value;
    for (let factor = 1; ; factor *= 128) {
      if (this.#at >= this.#end) throw new Http2Error('COMPRESSION_ERROR');
      const byte = this.#bytes[this.#at++] as number;
      value += (byte & 0x7f) * factor;
      if (value > maxInteger || factor > maxInteger) throw new Http2Error('COMPRESSION_ERROR');
      if (byte < 0x80) return value;
    }
  }
}
