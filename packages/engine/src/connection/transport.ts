/** What the scheduler asks of a protocol, and what a protocol tells the loop. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { DialPhases } from './dial.ts';
import type { RequestSlot } from './request-slot.ts';

export interface Transport {
  /** Lanes of one more connection. Nothing is opened before a slot's first request. */
  addConnection(): RequestSlot[];
  /** Begins the request on a slot that was reset. `sent` and then `ended` follow, or `ended` alone. */
  begin(slot: RequestSlot): void;
  /** Gives up the request in flight: `ended` follows with this outcome (`connect_timeout` if it never got a connection). */
  giveUp(slot: RequestSlot, outcome: OutcomeKind): void;
  /** Closes the connection of an idle slot (a ramp down). The slot can be used again. */
  disconnect(slot: RequestSlot): void;
  /** Closes everything at once; slots in flight tell nothing any more. */
  close(): Promise<void>;
}

export interface RequestEvents {
  /** The request was written to a connection. */
  sent(slot: RequestSlot, nowUs: number): void;
  /** It is over. An outcome of `response` has not been through the checks yet. */
  ended(slot: RequestSlot, nowUs: number, outcome: OutcomeKind): void;
  /** A connection is ready. */
  connected(nowUs: number, phases: DialPhases): void;
  /** Something of ours broke: the run cannot be trusted. */
  internalError(error: unknown): void;
}
