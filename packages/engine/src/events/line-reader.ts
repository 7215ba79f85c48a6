/** Reads lines, each a message (ndjson). A CR before the LF belongs to the end of the line; empty lines are no messages, and the last needs no end. */
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import type { MemoryBudget } from '../protocol/memory-budget.ts';
import type { EventReader, EventSink } from './event-reader.ts';
import { cr, LineEnds } from './line-ends.ts';
import { MessagePieces } from './message-pieces.ts';

const carriageReturn = Buffer.from('\r');

export class LineReader implements EventReader {
  readonly #sink: EventSink;
  readonly #ends = new LineEnds();
  readonly #message: MessagePieces;
  #mostBytes = 0;
  /** The last byte was a CR, which belongs to the line where no LF follows. */
  #afterCr = false;

  constructor(sink: EventSink, budget: MemoryBudget) {
    this.#sink = sink;
    this.#message = new MessagePieces(budget);
  }

  reset(mostBytes: number): void {
    this.#mostBytes = mostBytes;
    this.#afterCr = false;
    this.#message.clear();
  }

  feed(bytes: Buffer, start: number, end: number): ConnectionFailure | null {
    this.#ends.look(bytes, start, end, false);
    let at = start;
    while (at < end) {
      const lineEnd = this.#ends.next(at);
      const whole = lineEnd < end;
      if (this.#afterCr && lineEnd > at) this.#message.add(carriageReturn, 0, 1);
      if (lineEnd > at) this.#afterCr = bytes[lineEnd - 1] === cr;
      this.#message.add(bytes, at, this.#afterCr && lineEnd > at ? lineEnd - 1 : lineEnd);
      if (this.#message.length > this.#mostBytes) return { kind: 'messageTooLarge', limit: this.#mostBytes };
      if (!whole) break;
      at = lineEnd + 1;
      this.#afterCr = false;
      if (this.#message.length > 0 && !this.#message.tell(this.#sink)) return null;
    }
    this.#message.hold();
    return null;
  }

  finish(): null {
    if (this.#message.length > 0) this.#message.tell(this.#sink);
    return null;
  }
}
