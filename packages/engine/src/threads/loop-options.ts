/** What a load loop is made of. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { TransportFactory } from '../connection/create-transport.ts';
import type { Clock } from '../pace/clock.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import type { LeaseView } from '../stopping/send-lease.ts';
import type { Partition } from './partition.ts';

export interface LoopOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  readonly partition: Partition;
  /** Bytes of response bodies that this thread may keep at one time. */
  readonly keptBodiesBytes: number;
  readonly clock: Clock;
  /** Memory of the timer thread of this process. Absent: the event loop turns where it would be used. */
  readonly timer?: SharedArrayBuffer | null;
  readonly emit: (sample: ThreadSample) => void;
  /** Once it is over, nothing more is begun and the load ends. Absent: it never is. */
  readonly lease?: Pick<LeaseView, 'isOver'>;
  /** A transport to use in place of the plan's, for tests that have a manual clock and no network. */
  readonly transport?: TransportFactory;
  /** Length of a second in µs; shorter in the JIT warm-up. Default: 1 000 000. */
  readonly secondUs?: number;
}
