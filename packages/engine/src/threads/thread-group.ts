/** The load threads of a run behind one interface: a single loop in this thread, or a loop in each of several worker threads. */
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { LoadEnd } from '../stopping/load-end.ts';
import type { ThreadData } from './load-thread.ts';

export interface ThreadGroup {
  /** Resolves when all loops are set up and wait for their start. Stays pending if the group ends before. */
  readonly ready: Promise<void>;
  /** Resolves when all loops are over and have emitted all their seconds. */
  readonly ended: Promise<LoadEnd>;
  /** Sets time 0 to this instant of `process.hrtime`; null: a moment from now. Has no effect after the end. */
  start(startNs: bigint | null): void;
  stop(reason: EndReason, ending: LoadEnding): void;
}

/** The task of all threads of a run. */
export type ThreadTask = Omit<ThreadData, 'partition'>;
