/** The parts that a load loop is made of. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { Turns } from '@plimsoll/contracts/turns';
import type { Clock } from '../pace/clock.ts';
import type { Seat } from '../pace/due-apart.ts';
import type { Pacer } from '../pace/pacer.ts';
import type { Partition } from '../pace/partition.ts';
import type { Protocol } from '../protocol/protocol.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import type { LeaseView } from '../stopping/send-lease.ts';

export interface LoopOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  /** Connections go to the socket of this path. */
  readonly detour?: string | null;
  readonly partition: Partition;
  /** Bytes of response bodies that this thread may keep at one time. */
  readonly keptBodiesBytes: number;
  readonly clock: Clock;
  /** Of a load that is made together with others, at once. */
  readonly seat?: Seat | null;
  /** Of a load that takes turns with others. */
  readonly turns?: Turns | null;
  /** Memory of the timer thread of this process. Absent: the event loop turns where it would be used. */
  readonly timer?: SharedArrayBuffer | null;
  /** Shared with the other loads of the thread. Absent: it has one of its own. */
  readonly pacer?: Pacer;
  readonly emit: (sample: ThreadSample) => void;
  /** Once it is over, nothing more is begun and the load ends. Absent: it never is. */
  readonly lease?: Pick<LeaseView, 'isOver'>;
  /** Replaces the plan's, for tests. */
  readonly protocol?: Protocol;
  /** Length of a second in µs; shorter in the JIT warm-up. Default: 1 000 000. */
  readonly secondUs?: number;
}
