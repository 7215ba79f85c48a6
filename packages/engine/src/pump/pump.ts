/** Moves requests onto lanes: what both load models have in common. */
import type { Clock } from '../clock.ts';
import type { Lane } from '../lane.ts';
import type { Recorder } from '../recorder.ts';

export interface PumpOptions {
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly warmupUs: number;
  readonly timeoutUs: number;
  /** Lanes of one more connection. */
  readonly addConnection: () => Lane[];
  /** Answers false where there was nothing to send: the lane stays free, and the request is counted. */
  readonly begin: (lane: Lane, dueUs: number, nowUs: number) => boolean;
  /** There will never be anything to send again. */
  readonly usedUp: () => boolean;
  /** A connection, all its lanes idle, has nothing to do for a while. */
  readonly rest: (lanes: readonly Lane[]) => void;
  /** One turn of the loop passed in which nothing was due. */
  readonly spun: (nowUs: number) => void;
  /** There is nothing left to do. */
  readonly exhausted: () => void;
}

export interface Pump {
  start(): void;
  /** The request on this lane ended and the lane is free. */
  freed(lane: Lane, nowUs: number): void;
  /** Plans what is due before this time, without sending it yet. */
  planBefore(boundaryUs: number): void;
  /** Requests due that wait for a lane. */
  readonly waiting: number;
  /** Drops everything that waits. */
  dropWaiting(): void;
  close(): void;
}
