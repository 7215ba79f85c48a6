/** A scheduler begins requests on request slots when they are due. Both load models have one. */

import type { SideTime } from '@plimsoll/contracts/turns';
import type { Clock } from '../pace/clock.ts';
import type { Pacer } from '../pace/pacer.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import type { Recorder } from '../recording/recorder.ts';

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly recorder: Recorder;
  /** Is what begins now part of a warm-up? */
  readonly isWarm: (nowUs: number) => boolean;
  /** Of a load that takes turns with others; null: it may always send. */
  readonly turns: SideTime | null;
  readonly timeoutUs: number;
  /** Request slots of one more connection. */
  readonly addConnection: () => RequestSlot[];
  /** Answers false if there was nothing to send. The slot then stays free, and the request is counted. */
  readonly begin: (slot: RequestSlot, dueUs: number, nowUs: number) => boolean;
  /** True once there will never be anything to send again. */
  readonly usedUp: () => boolean;
  /** All slots of a connection are idle, and it has nothing to do for a while. */
  readonly deactivate: (slots: readonly RequestSlot[]) => void;
  /** Of the load's thread. */
  readonly pacer: Pacer;
  /** There is nothing left to do. */
  readonly exhausted: () => void;
}

export interface Scheduler {
  start(): void;
  /** The request on this slot ended and the slot is free. */
  freed(slot: RequestSlot, nowUs: number): void;
  /** Plans what is due before this time, without sending it yet. */
  planBefore(boundaryUs: number): void;
  /** Requests due that wait for a slot. */
  readonly waiting: number;
  /** Request slots made so far, as far as the request limit lets them be busy. */
  readonly slots: number;
  /** Drops everything that waits. */
  dropWaiting(): void;
  /** What was planned when its second ended, and was not looked at yet, is sent now; what waits for a slot where there may be no more is dropped. */
  settle(nowUs: number): void;
  close(): void;
}
