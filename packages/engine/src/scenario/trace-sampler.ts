/** Gives a share of the requests a trace of their own: `traceparent` of W3C Trace Context, level 1. Where a plan asks for none there is no sampler. */
import { randomFillSync } from 'node:crypto';
import { traceHeader } from '@plimsoll/contracts/tracing';
import type { CompiledRequest, Message } from './compiled-request.ts';

/** The fields of a request slot that a sampled request has of its own. */
export interface TracedSlot {
  readonly request: CompiledRequest;
  message: Message;
  /** Of the request under way, 32 hex digits; null: it is not sampled. */
  traceId: string | null;
}

const [traceBytes, spanBytes] = [16, 8];

export class TraceSampler {
  readonly #share: number;
  readonly #random: () => number;
  /** Ids drawn ahead: asking the system for each one would cost more than the rest of it. */
  readonly #ids = Buffer.alloc(128 * (traceBytes + spanBytes));
  #at = this.#ids.length;

  constructor(share: number, random: () => number) {
    this.#share = share;
    this.#random = random;
  }

  /** The slot has its next request, which is not sent yet. */
  draw(slot: TracedSlot): void {
    if (this.#random() >= this.#share) return;
    if (this.#at === this.#ids.length) {
      randomFillSync(this.#ids);
      this.#at = 0;
    }
    const traceId = this.#take(traceBytes);
    slot.traceId = traceId;
    slot.message = slot.request.withHeader(slot.message, traceHeader, `00-${traceId}-${this.#take(spanBytes)}-01`);
  }

  #take(bytes: number): string {
    const id = this.#ids.toString('hex', this.#at, this.#at + bytes);
    this.#at += bytes;
    return id;
  }
}
