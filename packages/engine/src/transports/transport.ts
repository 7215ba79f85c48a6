/** What the pump asks of a protocol, and what a protocol tells the loop. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { DialPhases } from '../dial.ts';
import type { Lane } from '../lane.ts';

export interface Transport {
  /** Lanes of one more connection. Nothing is opened before a lane's first request. */
  addConnection(): Lane[];
  /** Begins the request on a lane that was reset. `sent` and then `ended` follow, or `ended` alone. */
  begin(lane: Lane): void;
  /** Gives up the request in flight: `ended` follows with this outcome (`connect_timeout` if it never got a connection). */
  giveUp(lane: Lane, outcome: OutcomeKind): void;
  /** Closes the connection of an idle lane (a ramp down). The lane can be used again. */
  hangUp(lane: Lane): void;
  /** Closes everything at once; lanes in flight tell nothing any more. */
  close(): Promise<void>;
}

export interface LaneEvents {
  /** The request was written to a connection. */
  sent(lane: Lane, nowUs: number): void;
  /** It is over. An outcome of `response` has not been through the checks yet. */
  ended(lane: Lane, nowUs: number, outcome: OutcomeKind): void;
  /** A connection is ready. */
  connected(nowUs: number, phases: DialPhases): void;
  /** Something of ours broke; the run cannot be trusted. */
  broke(error: unknown): void;
}
