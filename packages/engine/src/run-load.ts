/** Makes the load of a plan: the engine's main function. */

import { type Caps, defaultCaps, hardDeadlineMs, overCaps } from '@plimsoll/contracts/caps';
import type { SpokenProtocol } from '@plimsoll/contracts/connection';
import { mostParts, type Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { type EndReason, endReasons } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { judgeUrl, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { openAbortJudge } from '@plimsoll/statistics/abort-judge';
import { negotiateProtocol } from './connection/negotiate-protocol.ts';
import { type Partition, type PartitionRange, partitionShare, wholeLoad } from './pace/partition.ts';
import { keptBodiesBytes } from './protocol/memory-budget.ts';
import { createSampleFinisher } from './recording/sample-finisher.ts';
import type { ThreadSample } from './recording/thread-sample.ts';
import { autoStop } from './stopping/auto-stop.ts';
import { endByLease, type LoadEnd, setUpFailed } from './stopping/load-end.ts';
import type { SendLease } from './stopping/send-lease.ts';
import { startLoadTimer } from './threads/load-timer.ts';
import { protocolOf } from './threads/protocol-of.ts';
import { createSingleThread } from './threads/single-thread.ts';
import type { ThreadGroup } from './threads/thread-group.ts';
import { createWorkerThreads } from './threads/worker-threads.ts';

export interface RunLoadOptions {
  readonly plan: Plan;
  /** Sent with every request as `X-Load-Test-Run`. */
  readonly runId: string;
  readonly policy: TargetPolicy;
  /** Load threads, merged into one stream of samples; never more than there are connections, or requests under way. Ignored if `partitions` is given. */
  readonly threads: number;
  /** The partitions that this process makes of a load that several processes make together, a thread each. Absent: the whole load. */
  readonly partitions?: PartitionRange;
  /** Told what the load speaks, before it is set up. */
  readonly onProtocol?: (protocol: SpokenProtocol) => void;
  /** Called when everything is set up. Resolves to the instant of `process.hrtime` that becomes time 0, or null for now. Absent: now. */
  readonly startAt?: () => Promise<bigint | null>;
  /** Aborting stops the load at once. If its reason is an {@link EndReason}, the load ends with that reason. */
  readonly signal: AbortSignal;
  /** The load sends nothing after it, whoever is held up. Absent: it needs none. */
  readonly lease?: SendLease;
  /** One sample a second, in order, without gaps; the last one before the promise resolves. */
  readonly onSample: (sample: Sample) => void;
  readonly caps?: Caps;
}

/** The number of threads that have at least one connection and one request each, of the whole load or of this partition. */
export function usefulThreads(plan: Plan, threads: number, partition: Partition = wholeLoad): number {
  return Math.max(1, Math.min(Math.floor(threads), partitionShare(mostParts(plan), partition)));
}

/** Resolves when the load is over. Never rejects for what the target does; rejects on a broken `onSample`. */
export async function runLoad(options: RunLoadOptions): Promise<LoadEnd> {
  const { plan, runId, policy, signal } = options;
  const refused = judgeUrl(policy, new URL(planUrl(plan)));
  if (refused) return { reason: 'target_refused', ending: { kind: 'refused', refusal: refused } };
  const over = overCaps(plan, options.caps ?? defaultCaps);
  if (over.length > 0) return { reason: 'failed', ending: { kind: 'overCaps', over } };
  if (signal.aborted) return describeAbort(signal);

  const threads = usefulThreads(plan, options.threads);
  const { first, count, of } = options.partitions ?? { first: 0, count: threads, of: threads };
  const partitions = Array.from({ length: count }, (_, index): Partition => ({ index: first + index, of }));
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const judges = [...(plan.autoStop ? [autoStop()] : []), ...(plan.abortOnFail ? [openAbortJudge(plan.thresholds).judge] : [])];
  const finished = createSampleFinisher(count);
  const emit = (threadSample: ThreadSample) => {
    const sample = finished(threadSample);
    try {
      options.onSample(sample);
    } catch (error) {
      group.stop('failed', { kind: 'samplesNotTaken' });
      reject(error);
    }
    for (const judge of judges) {
      const ending = judge(sample);
      if (ending) group.stop('auto_stopped', ending);
    }
  };
  let group: ThreadGroup;
  const timer = startLoadTimer(plan, count);
  try {
    const protocol = await negotiateProtocol(plan, policy);
    options.onProtocol?.(protocol);
    const connection = { ...plan.connection, protocol };
    const task = {
      plan: await protocolOf(connection).settle({ ...plan, connection }, policy),
      runId,
      policy,
      lease: options.lease?.shared ?? null,
      timer: timer?.shared ?? null,
      keptBodiesBytes: Math.floor(keptBodiesBytes / Math.max(1, count)),
    };
    if (signal.aborted) {
      await timer?.close();
      return describeAbort(signal);
    }
    const [only, ...others] = partitions;
    group = only && others.length === 0 ? createSingleThread(task, only, emit) : createWorkerThreads(task, partitions, emit);
  } catch (error) {
    await timer?.close();
    return setUpFailed(error);
  }
  const abort = () => {
    const { reason, ending } = describeAbort(signal);
    group.stop(reason, ending);
  };
  signal.addEventListener('abort', abort, { once: true });
  const timers: NodeJS.Timeout[] = [];
  let ended = false;
  const begin = async () => {
    await group.ready;
    const startNs = (await options.startAt?.()) ?? null;
    if (ended) return;
    const waitMs = startNs === null ? 0 : Number(startNs - process.hrtime.bigint()) / 1e6;
    if (waitMs < 0) return group.stop('failed', { kind: 'startedLate', lateMs: -waitMs });
    const late = () => group.stop('deadline', { kind: 'notOverInTime' });
    timers.push(setTimeout(finished.begin, waitMs), setTimeout(late, Math.min(waitMs + hardDeadlineMs(plan), 2 ** 31 - 1)));
    group.start(startNs);
  };
  begin().catch(reject);
  try {
    return await Promise.race([group.ended, broken]);
  } finally {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    finished.close();
    signal.removeEventListener('abort', abort);
    await timer?.close();
  }
}

function describeAbort(signal: AbortSignal): LoadEnd {
  const reason = endReasons.find((known) => known === signal.reason) ?? 'stopped';
  return reason === 'control_lost' ? endByLease() : { reason, ending: { kind: 'stopped' } };
}
