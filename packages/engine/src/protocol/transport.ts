/** A transport sends the requests of the slots, and tells the load loop what becomes of them. */

import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { DialPhases } from '@plimsoll/network/dial';
import type { WaitMeter } from '../pace/due-wait.ts';
import type { RequestSlot } from './request-slot.ts';
import type { StreamFigures } from './stream-figures.ts';

export interface Transport {
  /** Request slots of one more connection. It is opened at the first request of a slot. */
  addConnection(): RequestSlot[];
  /** Begins the request on a slot that was reset. `sent` and then `ended` follow, or `ended` alone. */
  begin(slot: RequestSlot): void;
  /** Gives up the request in flight: `ended` follows with this outcome (`connect_timeout` if it never got a connection). */
  giveUp(slot: RequestSlot, outcome: OutcomeKind): void;
  /** Closes the connection of an idle slot (a ramp down). The slot can be used again. */
  disconnect(slot: RequestSlot): void;
  /** Closes everything at once. Nothing more is told about requests in flight. */
  close(): Promise<void>;
}

/** `spun`: a turn of the event loop found no message due. */
export interface RequestEvents extends WaitMeter {
  /** The request was written to a connection. */
  sent(slot: RequestSlot, nowUs: number): void;
  /** The request is over. An outcome of `response` has not been checked yet. */
  ended(slot: RequestSlot, nowUs: number, outcome: OutcomeKind): void;
  /** A connection is ready. */
  connected(nowUs: number, phases: DialPhases): void;
  /** The figures in which the messages of streams are counted at this time. */
  stream(nowUs: number): StreamFigures;
  /** The generator itself failed: the run cannot be trusted. */
  internalError(error: unknown): void;
}
