/**
 * The generator process: makes the load of one run, or of runs that are made together, and waits for another one if nothing is left of it. Forked by a worker
 * and never longer alive than it: it ends when the channel to the worker closes, goes silent when no heartbeat reaches Postgres for 8 s, and has a hard deadline.
 */

import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import { measureFloorAhead } from '@plimsoll/engine/latency-floor';
import { watchEnvironments } from '@plimsoll/engine/load-environments';
import { generatorFailed, isNatural, runTogether } from '@plimsoll/engine/run-load';
import { SendLease } from '@plimsoll/engine/send-lease';
import { warmUpAhead } from '@plimsoll/engine/warm-up-ahead';
import { armDeadManSwitch, type DeadManSwitch, leaseEndNs } from './dead-man-switch.ts';
import type { FromGenerator, ToGenerator } from './messages.ts';

/** A timer of more milliseconds than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;
/** Closing its connections may take so long before it is not kept. */
const [restMs, restLooks] = [5, 40];
/** A process that has made one small load holds 150 to 160 MB. */
const mostBytes = 300e6;
let heldAtFirst = 0;
/** All that is said of one load, from the end of the last one on. */
class Turn {
  readonly stop = new AbortController();
  readonly go = Promise.withResolvers<bigint | null>();
  /** Aborted by the order for a load. */
  readonly ordered = new AbortController();
  ahead: Promise<void> | undefined;
  guard: DeadManSwitch | undefined;
  /** Heartbeats that were heard before there is a guard: it may take long until all have joined. */
  lastHeardNs = 0n;
  /** The load itself looks here before each request; the guard ends a load that has nothing to send. */
  lease: SendLease | undefined;
}
let turn = new Turn();

// Ctrl-C in a terminal reaches every process of the group; the worker says when and why to stop.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToGenerator) => {
  if (message.kind === 'prepare') void make(message);
  // Whatever hinders it hinders no load.
  else if (message.kind === 'warmUp') turn.ahead = waitReady(message.plan, turn.ordered.signal).catch(() => undefined);
  else if (message.kind === 'go') turn.go.resolve(message.startNs);
  else if (message.kind === 'heard') {
    turn.lastHeardNs = message.heardAtNs;
    turn.guard?.heard(message.heardAtNs);
    turn.lease?.renew(leaseEndNs(message.heardAtNs));
    void say({ kind: 'alive' });
  } else turn.stop.abort(message.reason);
});

/** While there is no load: compiled, and knowing its floor. */
async function waitReady(plan: Plan, ordered: AbortSignal): Promise<void> {
  await warmUpAhead(plan, ordered);
  await measureFloorAhead(plan, ordered);
}

function say(message: FromGenerator): Promise<void> {
  return new Promise((said) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => said());
    else process.exit(0);
  });
}

async function make({ order, heardAtNs, keeps }: Extract<ToGenerator, { kind: 'prepare' }>): Promise<void> {
  const { stop, go, ordered } = turn;
  // What was heard of the load before was sent before this one was claimed.
  if (heardAtNs > turn.lastHeardNs) turn.lastHeardNs = heardAtNs;
  const lease = new SendLease(leaseEndNs(turn.lastHeardNs));
  const guard = armDeadManSwitch(turn.lastHeardNs, () => stop.abort('control_lost' satisfies EndReason));
  Object.assign(turn, { lease, guard });
  ordered.abort();
  await turn.ahead;
  const timers: NodeJS.Timeout[] = [];
  const { loads, seed, turns, parts } = order;
  const environments = watchEnvironments(loads.map(({ plan }) => plan));
  const ends = await runTogether({
    loads: loads.map((load, place) => ({
      ...load,
      onSample: (sample) => void say({ kind: 'sample', load: place, sample }),
      onProtocol: (spoken) => environments.onProtocol(place, spoken),
    })),
    seed,
    turns,
    threads: parts.count,
    partitions: parts,
    signal: stop.signal,
    lease,
    wholeWarmUp: keeps,
    startAt: async () => {
      void say({ kind: 'ready', environments: await environments.describe(stop.signal) });
      const startNs = await go.promise;
      timers.push(...deadlines(order.hardDeadlineMs, stop));
      return startNs;
    },
  }).catch((error: unknown) => loads.map(() => generatorFailed(error)));
  for (const timer of timers) clearTimeout(timer);
  guard.close();
  await say({ kind: 'end', ends });
  // It may be killed from now on. The next process with its flags reads what it compiled; where that is written already it takes no time.
  flushCompileCache();
  if (!ends.every(isNatural) || !(await atRest())) return process.disconnect?.();
  turn = new Turn();
  await say({ kind: 'free' });
}

/** The hard deadline of the load, from its start. Should stopping itself hang, the process ends. */
function deadlines(ms: number, stop: AbortController): NodeJS.Timeout[] {
  return [
    setTimeout(() => stop.abort('deadline' satisfies EndReason), Math.min(ms, longestTimerMs)),
    setTimeout(() => process.exit(70), Math.min(ms + 10_000, longestTimerMs)),
  ];
}

/** Whether it holds no more than before its first load: no socket, no timer, no thread, and no more memory than a small load needs. */
async function atRest(): Promise<boolean> {
  for (let look = 0; look < restLooks; look += 1) {
    await sleep(restMs);
    if (process.getActiveResourcesInfo().length <= heldAtFirst) return process.memoryUsage.rss() < mostBytes;
  }
  return false;
}

await sleep(restMs);
heldAtFirst = process.getActiveResourcesInfo().length;
await say({ kind: 'up' });
