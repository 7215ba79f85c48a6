/** The load threads of a run behind one interface: a single loop in this thread, or a loop in each of several worker threads. */
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnd } from '../stopping/load-end.ts';
import type { ThreadData } from './load-thread.ts';

export interface ThreadGroup {
  /** All loops are set up and wait for their start. Pending for ever if the group ends before. */
  readonly ready: Promise<void>;
  /** All loops are over and have told all their seconds. */
  readonly ended: Promise<LoadEnd>;
  /** Time 0 is this instant of `process.hrtime`, or a moment from now. Changes nothing after an end. */
  start(startNs: bigint | null): void;
  stop(reason: EndReason, message: string): void;
}

/** What all threads of a run are given. */
export type ThreadTask = Omit<ThreadData, 'partition'>;
