/**
 * Takes as one message whatever of a body was fed before `finish`, which its owner calls once in a turn of the event loop. However long it
 * is, no more of it is kept than somebody looks at.
 */
import type { MemoryBudget } from '../protocol/memory-budget.ts';
import type { EventReader, EventSink } from './event-reader.ts';
import { MessagePieces } from './message-pieces.ts';

export class ChunkReader implements EventReader {
  readonly #sink: EventSink;
  readonly #message: MessagePieces;
  #length = 0;
  #mostBytes = 0;

  constructor(sink: EventSink, budget: MemoryBudget) {
    this.#sink = sink;
    this.#message = new MessagePieces(budget);
  }

  /** `mostBytes`: of a message that is to be seen; a longer one is counted unseen. */
  reset(mostBytes: number): void {
    this.#mostBytes = mostBytes;
    this.#length = 0;
    this.#message.clear();
  }

  feed(bytes: Buffer, start: number, end: number): null {
    this.#length += end - start;
    if (this.#length > this.#mostBytes) return null;
    this.#message.add(bytes, start, end);
    this.#message.hold();
    return null;
  }

  finish(): null {
    const length = this.#length;
    this.#length = 0;
    if (length === 0) return null;
    if (this.#message.length === length) this.#message.tell(this.#sink);
    else {
      this.#message.clear();
      this.#sink.messageCame(null, 0, length);
    }
    return null;
  }
}
