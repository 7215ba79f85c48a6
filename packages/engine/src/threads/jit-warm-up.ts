/**
 * JIT warm-up: before the load, the thread runs a few short loads against a listener in the same thread, from scheduler to parser.
 * V8 compiles code while it runs. If that happened in the first seconds of the load, requests would be sent milliseconds late, and
 * their times would include the compiler's (docs/benchmarks.md has the figures). This is not the plan's `warmup`, which loads the target.
 *
 * Each round has a load loop of its own: code that was compiled for the objects of a single loop is thrown away at the next one.
 * Code is also thrown away when it meets a branch that it was not compiled for. So seconds end, requests queue and heads change in a
 * round too. The pauses between rounds let the compiler's threads finish if they have no core of their own.
 */
import { type HttpClient, sendingClient } from '@plimsoll/contracts/connection';
import { durationMs } from '@plimsoll/contracts/duration';
import { loadDurationMs, type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { warmUpAnswer } from '../events/warm-up-stream.ts';
import { RunClock, startIn } from '../pace/clock.ts';
import type { CoreWait } from '../pace/core-wait.ts';
import { wholeLoad } from '../pace/partition.ts';
import { seededRandom } from '../pace/seeded-random.ts';
import { keptBodiesBytes } from '../protocol/memory-budget.ts';
import { LeaseView } from '../stopping/send-lease.ts';
import { LoadLoop, looksASecond } from './load-loop.ts';
import type { LoopOptions } from './loop-options.ts';
import { protocolOf } from './protocol-of.ts';
import { openThreadPacer, type ThreadPacerOptions } from './thread-pacer.ts';
import { startWarmUpTarget, type WarmUpTarget } from './warm-up-target.ts';

/** The time it takes to compile a client's code, which grows no more after nine rounds of the wire and eleven of undici, whatever the machine. `maxShare`: of the load's length, at most. */
const lengths: Readonly<Record<HttpClient, { readonly maxMs: number; readonly maxShare: number }>> = {
  undici: { maxMs: 1600, maxShare: 1 / 3 },
  wire: { maxMs: 1000, maxShare: 1 / 5 },
};
const roundMs = 100;
const pauseMs = 15;
/** A second of a round: long enough for a hundred requests, and so short that V8 compiles the code that ends seconds here, and not in the load. */
const secondUs = 10_000;
/** From the order to start to the start, as in a load, so that the wait by timer and by setImmediate is compiled too. */
const leadMs = 5;
const maxOverrunFactor = 3;

interface WarmUpRate {
  readonly rate: number;
  readonly coreWait?: CoreWait;
}

/** As on a busy machine, where the thread sleeps between two requests at rates at which it spins elsewhere. */
const othersWantIt: CoreWait = { take: () => 1, close: () => {} };
/**
 * Rates of the rounds, one after the other, whatever the load's own rate. V8 compiles by the number of calls; at the lower rates
 * connections are idle between two requests, which runs other code in undici, and the thread sleeps.
 */
const rates: Readonly<Record<HttpClient, readonly WarmUpRate[]>> = {
  undici: [{ rate: 20_000 }, { rate: 5000 }, { rate: 2000 }],
  wire: [{ rate: 20_000 }, { rate: 2000 }, { rate: 5000, coreWait: othersWantIt }],
};
/** A connection for each request costs many times as much, with TLS above all. The thread makes both its ends. */
const ratesWithoutKeepAlive: Readonly<Record<'plain' | 'secure', readonly WarmUpRate[]>> = {
  plain: [{ rate: 4000 }, { rate: 2000 }],
  secure: [{ rate: 600 }, { rate: 300 }],
};
const maxConnections = 20;
const maxQueued = 50;
const maxStreams = 10;
/** The most requests under way of a load with a request limit: fewer than its rounds would have, so that requests are held back. */
const maxActive = 5;
/** The assumed rate of a load without a duration, per second. */
const assumedRate = 10_000;

/** The time for which this thread has been warmed up so far for loads of a kind, ms. */
const warmedUpMs = new Map<string, number>();

/** Kinds that were warmed up before there was a load, until the first load. */
const warmedAhead = new Set<string>();
/**
 * A load does the last part itself. Without it, the first second of a load of 2000/s was sent up to 16 ms late (p99), with 500 ms of it as
 * late as ever (1.6 ms).
 */
const freshMs = 500;

interface WarmUpOptions {
  /** The timer thread's memory, which is the load's own. */
  readonly timer?: SharedArrayBuffer | null;
  /** As long as it takes, however short the load is. */
  readonly whole?: boolean;
  /** There is no load yet. Aborted, it ends between two rounds. */
  readonly ahead?: AbortSignal;
  /** So many loads are made at once, which run other code than one. */
  readonly together?: number;
}

/** Resolves when this thread is ready for the load of this plan. The plan's protocol must be settled (not `auto`). */
export async function jitWarmUp(plan: Plan, { timer = null, whole = false, ahead, together = 1 }: WarmUpOptions = {}): Promise<void> {
  const key = `${together} ${kindOf(plan)}`;
  const warmed = () => warmedUpMs.get(key) ?? 0;
  const wantedMs = ahead ? longestMs(plan) - freshMs : wantedFor(plan, whole, warmedAhead.delete(key) ? warmed() : 0);
  if (ahead) warmedAhead.add(key);
  if (warmed() + roundMs > wantedMs) return;
  // Two, alternating: a client remembers the last origin, which would hide the code of the first request to another.
  const targets = [await startTargetOf(plan), await startTargetOf(plan)] as const;
  // On a busy machine the load does not wait for ever.
  const latestMs = performance.now() + maxOverrunFactor * wantedMs;
  for (let round = 0; warmed() + roundMs <= wantedMs && performance.now() < latestMs && !ahead?.aborted; round++) {
    runRareEvents();
    await runRound(plan, { round, timer, together, target: targets[round % 2] ?? targets[0] });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    warmedUpMs.set(key, warmed() + roundMs);
  }
  for (const target of targets) target.close();
}

function longestMs({ connection }: Plan): number {
  return lengths[sendingClient(connection)].maxMs;
}

/** The time of warm-up that this load is worth, with `aheadMs` of it long before. */
function wantedFor(plan: Plan, whole: boolean, aheadMs: number): number {
  const shareMs = lengths[sendingClient(plan.connection)].maxShare * lengthMs(plan);
  const worthMs = whole ? longestMs(plan) : Math.min(longestMs(plan), shareMs);
  return aheadMs === 0 ? worthMs : Math.max(worthMs, aheadMs + Math.min(freshMs, worthMs));
}

/** A listener that speaks as the plan's target does. */
export function startTargetOf(plan: Plan): Promise<WarmUpTarget> {
  const { protocol, keepAlive } = plan.connection;
  const webSocket = protocol === 'websocket';
  const stream = webSocket ? null : warmUpAnswer(plan.target);
  return startWarmUpTarget({ http2: protocol !== 'http1' && !webSocket, webSocket, stream, secure: isSecure(plan), keepAlive });
}

/** Loads of one kind run the same code. */
export function kindOf(plan: Plan): string {
  const { protocol, keepAlive } = plan.connection;
  const target = protocolOf(plan).warmUpTarget(plan.target, '');
  return JSON.stringify([sendingClient(plan.connection), protocol, keepAlive, isSecure(plan), plan.load.model, target]);
}

function isSecure(plan: Plan): boolean {
  return new URL(planUrl(plan)).protocol === 'https:';
}

/** A rare path of the event loop: a tick that becomes due between two immediates. */
function runRareEvents(): void {
  setImmediate(() => process.nextTick(() => {}));
  setImmediate(() => {});
}

function lengthMs({ load, warmup }: Plan): number {
  const requests = load.model === 'closed' ? (load.requests ?? 0) : 0;
  return durationMs(warmup) + (loadDurationMs(load) ?? (requests / assumedRate) * 1000);
}

interface WarmUpRound {
  readonly round: number;
  readonly timer: SharedArrayBuffer | null;
  readonly together: number;
  readonly target: WarmUpTarget;
}

async function runRound(plan: Plan, { round, timer, together, target }: WarmUpRound): Promise<void> {
  const { load, connection } = plan;
  const duration = `${roundMs}ms`;
  const client = sendingClient(connection);
  const reuses = connection.keepAlive && connection.protocol !== 'websocket';
  const choice = reuses ? rates[client] : ratesWithoutKeepAlive[target.ca === null ? 'plain' : 'secure'];
  const { rate, coreWait } = choice[round % choice.length] as WarmUpRate;
  // A long queue would make the round longer.
  const made: PlanInput['load'] =
    load.model === 'open'
      ? { model: 'open', rate: rate / together, duration, maxConnections, maxQueued }
      : { model: 'closed', connections: maxConnections, duration };
  await makeOwnLoad(plan, target, { load: made, timer, together, secondUs, coreWait, emit: () => {} });
}

interface OwnLoad extends Pick<LoopOptions, 'timer' | 'secondUs' | 'emit'>, Pick<ThreadPacerOptions, 'coreWait'> {
  readonly load: PlanInput['load'];
  /** It is made so many times at once. */
  readonly together?: number;
  /** Aborted, it ends at once. */
  readonly stopped?: AbortSignal;
}

/** Loads a listener of ours as the plan would load its target. */
export async function makeOwnLoad(
  planned: Plan,
  { url, ca }: WarmUpTarget,
  { load, together = 1, stopped, coreWait, ...options }: OwnLoad,
): Promise<void> {
  const { connection, target } = planned;
  const { protocol, keepAlive, streams, maxActiveRequests } = connection;
  const common = {
    client: sendingClient(connection),
    protocol,
    keepAlive,
    maxActiveRequests: maxActiveRequests === null ? null : Math.min(maxActiveRequests, maxActive),
    ...(ca === null ? {} : { tls: { ca, verify: connection.tls.verify } }),
  };
  const plan = planSchema.parse({
    version: 1,
    name: 'jit-warm-up',
    target: protocolOf(planned).warmUpTarget(target, url),
    connection: protocol === 'http2' || protocol === 'grpc' ? { ...common, streams: Math.min(streams, maxStreams) } : common,
    load,
  });
  const clock = new RunClock();
  const policy: TargetPolicy = { mode: 'allowlist', allowed: ['loopback'], ownPorts: [] };
  const loops: LoadLoop[] = [];
  const { timer = null, secondUs = 1e6 } = options;
  const pacer = openThreadPacer({
    clock,
    timer,
    open: plan.load.model === 'open',
    lookUs: secondUs / looksASecond,
    // As the load's: a function of another kind would throw away the pacer's code.
    random: seededRandom(0),
    coreWait,
    loops,
  });
  const stop = () => {
    for (const loop of loops) loop.stop('stopped', { kind: 'stopped' });
  };
  try {
    for (let place = 0; place < together; place++)
      loops.push(
        new LoadLoop({
          ...options,
          plan,
          runId: 'jit-warm-up',
          policy,
          keptBodiesBytes,
          partition: wholeLoad,
          seat: together > 1 ? { place, of: together, seed: 0 } : null,
          lease: new LeaseView(null, clock),
          clock,
          pacer,
        }),
      );
    clock.startAt(startIn(leadMs));
    for (const loop of loops) loop.start();
    stopped?.addEventListener('abort', stop, { once: true });
    await Promise.all(loops.map(({ ended }) => ended));
  } catch (error) {
    stop();
    throw error;
  } finally {
    // The lane of the timer thread that it has is the next load's.
    pacer.close();
  }
}
