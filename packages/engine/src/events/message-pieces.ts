/**
 * The bytes of one message while it comes. They are where they lie in the bytes at hand, as long as they lie there in one piece: only a
 * message that comes in several is copied, within the memory that all answers share.
 */
import { KeptBody } from '../connection/kept-body.ts';
import type { MemoryBudget } from '../protocol/memory-budget.ts';
import type { EventSink } from './event-reader.ts';

const nothing: Buffer = Buffer.alloc(0);

export class MessagePieces {
  /** All of its bytes, kept or not. */
  length = 0;
  readonly #kept: KeptBody;
  /** There was no room for its bytes: it is counted unseen. */
  #unseen = false;
  #bytes: Buffer = nothing;
  #start = 0;
  #end = 0;

  constructor(budget: MemoryBudget) {
    this.#kept = new KeptBody(budget);
  }

  clear(): void {
    this.length = 0;
    this.#unseen = false;
    this.#forget();
    this.#kept.clear();
  }

  add(bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    const first = this.length === 0;
    this.length += end - start;
    if (first) {
      this.#bytes = bytes;
      this.#start = start;
      this.#end = end;
    } else if (bytes === this.#bytes && start === this.#end) this.#end = end;
    else {
      this.hold();
      this.#keep(bytes, start, end);
    }
  }

  /** The bytes at hand will be gone: keeps those of the message. */
  hold(): void {
    if (this.#bytes === nothing) return;
    this.#keep(this.#bytes, this.#start, this.#end);
    this.#forget();
  }

  /** The message is whole. Answers what the sink does. */
  tell(sink: EventSink): boolean {
    const { length } = this;
    if (this.#bytes !== nothing || length === 0) {
      const [bytes, start] = [this.#bytes, this.#start];
      this.clear();
      return sink.messageCame(bytes, start, length);
    }
    const kept = this.#unseen ? null : this.#kept.view();
    this.clear();
    return sink.messageCame(kept, 0, length);
  }

  #forget(): void {
    this.#bytes = nothing;
    this.#start = this.#end = 0;
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    if (this.#unseen || this.#kept.add(bytes, start, end)) return;
    this.#unseen = true;
    this.#kept.clear();
  }
}
