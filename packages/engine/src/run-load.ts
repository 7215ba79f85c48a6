/** Makes the load of a plan, or of several plans at once: the engine's main functions. */

import { type Caps, defaultCaps, hardDeadlineMs, overCaps } from '@plimsoll/contracts/caps';
import type { SpokenProtocol } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { endReasons } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { judgeUrl, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { longestOf, type TurnPlan } from '@plimsoll/contracts/turns';
import { negotiateProtocol } from './connection/negotiate-protocol.ts';
import { type Partition, type PartitionRange, usefulThreads } from './pace/partition.ts';
import { keptBodiesBytes } from './protocol/memory-budget.ts';
import { endByLease, generatorFailed, type LoadEnd, setUpFailed } from './stopping/load-end.ts';
import type { SendLease } from './stopping/send-lease.ts';
import { startLoadTimer } from './threads/load-timer.ts';
import { protocolOf } from './threads/protocol-of.ts';
import { openSampleOutlet } from './threads/sample-outlet.ts';
import { createSingleThread } from './threads/single-thread.ts';
import { type EmitSample, endsOfAll, isNatural, type ThreadGroup } from './threads/thread-group.ts';
import type { ThreadLoad } from './threads/thread-loads.ts';
import { createWorkerThreads } from './threads/worker-threads.ts';

export { generatorFailed, isNatural };

/** A load and who hears of it. */
export interface LoadOptions {
  readonly plan: Plan;
  /** Sent with every request as `X-Load-Test-Run`. */
  readonly runId: string;
  readonly policy: TargetPolicy;
  /** The path of a socket that leads to the same target, a drill's: its connections go there. */
  readonly detour?: string | null;
  readonly caps?: Caps;
  /** Told what the load speaks, before it is set up. */
  readonly onProtocol?: (protocol: SpokenProtocol) => void;
  /** One sample a second, in order, without gaps; the last one before the promise resolves. */
  readonly onSample: (sample: Sample) => void;
}

/** How loads are made, whatever they are. */
export interface MakingOptions {
  /** Load threads, merged into one stream of samples; never more than there are connections, or requests under way. Ignored if `partitions` is given. */
  readonly threads: number;
  /** The partitions that this process makes of loads that several processes make together, a thread each. Absent: the whole loads. */
  readonly partitions?: PartitionRange;
  /** Called when everything is set up. Resolves to the instant of `process.hrtime` that becomes time 0, or null for now. Absent: now. */
  readonly startAt?: () => Promise<bigint | null>;
  /** Aborting stops the load at once. If its reason is an end reason, the load ends with that reason. */
  readonly signal: AbortSignal;
  /** The process makes further loads after this one, and all are to be alike: however short the load is, its code is compiled before it. Loads of several threads are not, since their threads are new each time. */
  readonly wholeWarmUp?: boolean;
  /** The load sends nothing after it, whoever is held up. Absent: it needs none. */
  readonly lease?: SendLease;
}

export interface RunLoadOptions extends LoadOptions, MakingOptions {}

export interface RunTogetherOptions extends MakingOptions {
  readonly loads: readonly LoadOptions[];
  /** The order in which loads send what is due at the same time is drawn from it. */
  readonly seed: number;
  /** They take turns on warm connections, one at a time; absent: they send at once. */
  readonly turns?: TurnPlan | null;
}

/** Resolves when the load is over. Never rejects for what the target does; rejects on a broken `onSample`. */
export async function runLoad(options: RunLoadOptions): Promise<LoadEnd> {
  const [end] = await runTogether({ ...options, loads: [options], seed: 0 });
  return end as LoadEnd;
}

/**
 * Makes several loads in the same threads: from one time 0, at the due times of each, what is due at once in random order. Each has its own
 * connections, samples and end. If one of them ends otherwise than by its plan, all stop. Resolves when all are over, to the end of each.
 */
export async function runTogether(options: RunTogetherOptions): Promise<readonly LoadEnd[]> {
  const { loads, signal } = options;
  const plans = loads.map(({ plan }) => plan);
  const unfit = loads.map(refusedLoad);
  const cause = unfit.findIndex((end) => end !== null);
  if (cause >= 0) return endsOfAll(loads.length, unfit[cause] as LoadEnd, cause);
  const allEnd = (end: LoadEnd) => endsOfAll(loads.length, end);
  if (signal.aborted) return allEnd(describeAbort(signal));

  const threads = Math.min(...plans.map((plan) => usefulThreads(plan, options.threads)));
  const { first, count, of } = options.partitions ?? { first: 0, count: threads, of: threads };
  const partitions = Array.from({ length: count }, (_, index): Partition => ({ index: first + index, of }));
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const samplesNotTaken = (error: unknown) => {
    group.stop({ reason: 'failed', ending: { kind: 'samplesNotTaken' } });
    reject(error);
  };
  const outlets = loads.map(({ plan, onSample }, place) =>
    openSampleOutlet(count, { plan, onSample, stop: (end) => group.stop(end, place), broken: samplesNotTaken }),
  );
  let group: ThreadGroup;
  const timer = startLoadTimer(plans, count);
  try {
    const task = {
      loads: await Promise.all(loads.map(settled)),
      seed: options.seed,
      turns: options.turns ?? null,
      lease: options.lease?.shared ?? null,
      timer: timer?.shared ?? null,
      wholeWarmUp: count === 1 && (options.wholeWarmUp ?? false),
      keptBodiesBytes: Math.floor(keptBodiesBytes / Math.max(1, count * loads.length)),
    };
    if (signal.aborted) {
      await timer?.close();
      return allEnd(describeAbort(signal));
    }
    const [only, ...others] = partitions;
    const emit: EmitSample = (load, sample) => outlets[load]?.emit(sample);
    group = only && others.length === 0 ? createSingleThread(task, only, emit) : createWorkerThreads(task, partitions, emit);
  } catch (error) {
    await timer?.close();
    return allEnd(setUpFailed(error));
  }
  const abort = () => group.stop(describeAbort(signal));
  signal.addEventListener('abort', abort, { once: true });
  const timers: NodeJS.Timeout[] = [];
  let ended = false;
  const begin = async () => {
    await group.ready;
    const startNs = (await options.startAt?.()) ?? null;
    if (ended) return;
    const waitMs = startNs === null ? 0 : Number(startNs - process.hrtime.bigint()) / 1e6;
    if (waitMs < 0) return group.stop({ reason: 'failed', ending: { kind: 'startedLate', lateMs: -waitMs } });
    const late = () => group.stop({ reason: 'deadline', ending: { kind: 'notOverInTime' } });
    const longestMs = Math.min(waitMs + longestOf(plans.map(hardDeadlineMs), options.turns), 2 ** 31 - 1);
    for (const { begin } of outlets) timers.push(setTimeout(begin, waitMs));
    timers.push(setTimeout(late, longestMs));
    group.start(startNs);
  };
  begin().catch(reject);
  try {
    return await Promise.race([group.ended, broken]);
  } finally {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    for (const { close } of outlets) close();
    signal.removeEventListener('abort', abort);
    await timer?.close();
  }
}

/** Why this load may not be made; null: it may. */
function refusedLoad({ plan, policy, caps = defaultCaps }: LoadOptions): LoadEnd | null {
  const refused = judgeUrl(policy, new URL(planUrl(plan)));
  if (refused) return { reason: 'target_refused', ending: { kind: 'refused', refusal: refused } };
  const over = overCaps(plan, caps);
  return over.length > 0 ? { reason: 'failed', ending: { kind: 'overCaps', over } } : null;
}

/** With the protocol that it is to speak, and all that is known only at its target. */
async function settled({ plan, runId, policy, detour = null, onProtocol }: LoadOptions): Promise<ThreadLoad> {
  const protocol = await negotiateProtocol(plan, policy);
  onProtocol?.(protocol);
  const connection = { ...plan.connection, protocol };
  const spoken = { ...plan, connection };
  return { plan: await protocolOf(spoken).settle(spoken, policy), runId, policy, detour };
}

function describeAbort(signal: AbortSignal): LoadEnd {
  const reason = endReasons.find((known) => known === signal.reason) ?? 'stopped';
  return reason === 'control_lost' ? endByLease() : { reason, ending: { kind: 'stopped' } };
}
