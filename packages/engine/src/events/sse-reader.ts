/**
 * Reads server-sent events by the WHATWG standard (HTML, 9.2.6): lines end with LF, CR or both, a byte order mark may come first, comments
 * begin with a colon, the lines of one event's data are joined by LF, and an event without data is none. Names of events and `retry` are
 * read over: a load decides by itself when it connects again.
 */
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import type { MemoryBudget } from '../protocol/memory-budget.ts';
import type { EventReader, EventSink } from './event-reader.ts';
import { cr, LineEnds, lf } from './line-ends.ts';
import { MessagePieces } from './message-pieces.ts';

const byteOrderMark = [0xef, 0xbb, 0xbf];
const newline = Buffer.from('\n');
const [colon, space] = [58, 32];
/** Field names as numbers: a byte each, behind a 1. No name that counts is longer than these. */
const noName = 1;
const [data, id] = [0x1_64_61_74_61, 0x1_69_64];
const longestName = 4;
/** A longer id is no header that a server takes. */
const mostIdBytes = 4096;
/** The cost of a line beside a message: a field's name and its colon. */
const nameBytes = 16;

/** Where in a line it is. */
const [inName, atValue, inValue, passedOver] = [0, 1, 2, 3];

export class SseReader implements EventReader {
  /** The id that came last, each byte as one character, as a header has it; empty: none. It outlives its body. */
  lastId = '';
  readonly #sink: EventSink;
  readonly #ends = new LineEnds();
  readonly #message: MessagePieces;
  #mostBytes = 0;
  /** Bytes of the mark that have come; -1: it is looked for no more. */
  #mark = 0;
  /** The last byte ended a line as CR: a LF after it belongs to it. */
  #afterCr = false;
  #state = inName;
  #name = noName;
  #nameLength = 0;
  #lineBytes = 0;
  #dataLines = 0;
  /** The id that is being read, and the one of this event; null: it has none. */
  #id = '';
  #nextId: string | null = null;
  #over = false;

  constructor(sink: EventSink, budget: MemoryBudget) {
    this.#sink = sink;
    this.#message = new MessagePieces(budget);
  }

  reset(mostBytes: number): void {
    this.#mostBytes = mostBytes;
    this.#mark = 0;
    this.#afterCr = this.#over = false;
    this.#message.clear();
    this.#dataLines = 0;
    this.#nextId = null;
    this.#beginLine();
  }

  feed(bytes: Buffer, start: number, end: number): ConnectionFailure | null {
    let at = this.#mark >= 0 ? this.#readMark(bytes, start, end) : start;
    if (this.#afterCr && at < end) {
      if (bytes[at] === lf) at++;
      this.#afterCr = false;
    }
    this.#ends.look(bytes, at, end, true);
    while (at < end) {
      const lineEnd = this.#ends.next(at);
      this.#read(bytes, at, lineEnd);
      if (this.#message.length > this.#mostBytes || this.#lineBytes > this.#mostBytes + nameBytes)
        return { kind: 'messageTooLarge', limit: this.#mostBytes };
      if (lineEnd === end) break;
      at = lineEnd + 1;
      if (bytes[lineEnd] === cr) {
        if (at === end) this.#afterCr = true;
        else if (bytes[at] === lf) at++;
      }
      this.#endLine();
      if (this.#over) return null;
    }
    this.#message.hold();
    return null;
  }

  /** An event that no empty line ends is none. */
  finish(): null {
    return null;
  }

  #readMark(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && this.#mark >= 0) {
      if (bytes[at] === byteOrderMark[this.#mark]) {
        at++;
        this.#mark++;
        if (this.#mark === byteOrderMark.length) this.#mark = -1;
      } else {
        // It began like one and is none: a line that begins so has no name that counts.
        if (this.#mark > 0) this.#nameLength = longestName + 1;
        this.#mark = -1;
      }
    }
    return at;
  }

  #beginLine(): void {
    this.#state = inName;
    this.#name = noName;
    this.#nameLength = this.#lineBytes = 0;
  }

  /** A part of a line. */
  #read(bytes: Buffer, start: number, end: number): void {
    this.#lineBytes += end - start;
    let at = start;
    if (this.#state === inName) at = this.#readName(bytes, start, end);
    if (this.#state === passedOver || at === end) return;
    if (this.#state === atValue) {
      if (bytes[at] === space) at++;
      this.#state = inValue;
    }
    if (this.#name === data) this.#message.add(bytes, at, end);
    else if (this.#id.length <= mostIdBytes) this.#id += bytes.toString('latin1', at, Math.min(end, at + mostIdBytes + 1));
  }

  #readName(bytes: Buffer, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === colon) {
        this.#beginValue();
        return at + 1;
      }
      this.#name = this.#name * 256 + byte;
      if (++this.#nameLength > longestName) {
        this.#state = passedOver;
        return end;
      }
    }
    return end;
  }

  /** The field's name is whole. */
  #beginValue(): void {
    this.#state = atValue;
    if (this.#nameLength > longestName) this.#state = passedOver;
    else if (this.#name === data) {
      if (this.#dataLines++ > 0) this.#message.add(newline, 0, 1);
    } else if (this.#name === id) this.#id = '';
    else this.#state = passedOver;
  }

  #endLine(): void {
    if (this.#state === inName) {
      if (this.#nameLength === 0) {
        this.#beginLine();
        this.#dispatch();
        return;
      }
      // A name without a colon has an empty value.
      this.#beginValue();
    }
    if (this.#state !== passedOver && this.#name === id && !this.#id.includes('\u0000')) this.#nextId = this.#id;
    this.#beginLine();
  }

  #dispatch(): void {
    if (this.#nextId !== null) this.lastId = this.#nextId.length > mostIdBytes ? '' : this.#nextId;
    this.#nextId = null;
    if (this.#dataLines === 0) return;
    this.#dataLines = 0;
    this.#over = !this.#message.tell(this.#sink);
  }
}
