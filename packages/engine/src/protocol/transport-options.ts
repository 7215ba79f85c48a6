/** Options of every HTTP transport. */
import type { Connection } from '@plimsoll/contracts/connection';
import type { Dialler } from '@plimsoll/network/dial';
import type { Clock } from '../pace/clock.ts';
import type { ConnectionMeter } from './connection-meter.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { RequestEvents } from './transport.ts';

export interface TransportOptions {
  /** Origin of the target. Each slot sends its own message. */
  readonly url: URL;
  /** Settled: never `auto`. */
  readonly protocol: Connection['protocol'];
  readonly keepAlive: boolean;
  /** Requests in flight on one connection: HTTP/1.1. */
  readonly pipelining: number;
  /** Requests in flight on one connection: HTTP/2. */
  readonly streams: number;
  readonly maxRequestsPerConnection: number | null;
  /** A connection this old takes no more requests; Infinity = at any age. */
  readonly maxAgeUs: number;
  /**
   * Connections are opened at the end of a turn of the event loop, all one after the other: a target that wakes up for the first of them
   * is awake for the others, and the one that wakes it pays for it. A load whose requests are due at a time of their own does not wait for that.
   */
  readonly opensAtEndOfTurn: boolean;
  /** Memory for the response bodies that are kept. */
  readonly bodies: MemoryBudget;
  readonly dial: Dialler;
  readonly clock: Clock;
  /** Memory of the timer thread; null: there is none. */
  readonly timer: SharedArrayBuffer | null;
  /** The interval at which a waiter looks whether the machine has other work, µs. */
  readonly lookUs: number;
  readonly meter: ConnectionMeter;
  readonly events: RequestEvents;
}
