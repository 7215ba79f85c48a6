/**
 * The generator process: makes the load of one run, or of runs that are made together, then ends. Forked by a worker and never longer alive than it: it ends when
 * the channel to the worker closes, goes silent when no heartbeat reaches Postgres for 8 s, and has a hard deadline.
 */

import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import { measureFloorAhead } from '@plimsoll/engine/latency-floor';
import { watchEnvironments } from '@plimsoll/engine/load-environments';
import { runTogether } from '@plimsoll/engine/run-load';
import { SendLease } from '@plimsoll/engine/send-lease';
import { warmUpAhead } from '@plimsoll/engine/warm-up-ahead';
import { armDeadManSwitch, type DeadManSwitch, leaseEndNs } from './dead-man-switch.ts';
import type { FromGenerator, Order, ToGenerator } from './messages.ts';

/** A timer of more milliseconds than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;
const stop = new AbortController();
const go = Promise.withResolvers<bigint | null>();
let ahead: Promise<void> | undefined;
/** Aborted by the order for a load. */
const ordered = new AbortController();
let guard: DeadManSwitch | undefined;
/** Heartbeats that were heard before there is a guard: it may take long until all have joined. */
let lastHeardNs = 0n;
/** The load itself looks here before each request; the guard ends a load that has nothing to send. */
let lease: SendLease | undefined;

// Ctrl-C in a terminal reaches every process of the group; the worker says when and why to stop.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToGenerator) => {
  if (message.kind === 'prepare') void make(message.order, message.heardAtNs);
  // Whatever hinders it hinders no load.
  else if (message.kind === 'warmUp') ahead = waitReady(message.plan).catch(() => undefined);
  else if (message.kind === 'go') go.resolve(message.startNs);
  else if (message.kind === 'heard') {
    lastHeardNs = message.heardAtNs;
    guard?.heard(lastHeardNs);
    lease?.renew(leaseEndNs(lastHeardNs));
    void say({ kind: 'alive' });
  } else stop.abort(message.reason);
});

/** While there is no load: compiled, and knowing its floor. */
async function waitReady(plan: Plan): Promise<void> {
  await warmUpAhead(plan, ordered.signal);
  await measureFloorAhead(plan, ordered.signal);
}

function say(message: FromGenerator): Promise<void> {
  return new Promise((said) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => said());
    else process.exit(0);
  });
}

async function make(order: Order, heardAtNs: bigint): Promise<void> {
  if (heardAtNs > lastHeardNs) lastHeardNs = heardAtNs;
  lease = new SendLease(leaseEndNs(lastHeardNs));
  guard = armDeadManSwitch(lastHeardNs, () => stop.abort('control_lost' satisfies EndReason));
  ordered.abort();
  await ahead;
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
    startAt: async () => {
      void say({ kind: 'ready', environments: await environments.describe(stop.signal) });
      const startNs = await go.promise;
      timers.push(...deadlines(order.hardDeadlineMs));
      return startNs;
    },
  }).catch((error: unknown) => {
    const ending = { kind: 'generatorFailed' as const, error: error instanceof Error ? error.message : String(error) };
    return loads.map(() => ({ reason: 'failed' as const, ending }));
  });
  for (const timer of timers) clearTimeout(timer);
  guard.close();
  await say({ kind: 'end', ends });
  process.disconnect?.();
}

/** The hard deadline of the load, from its start. Should stopping itself hang, the process ends. */
function deadlines(ms: number): NodeJS.Timeout[] {
  return [
    setTimeout(() => stop.abort('deadline' satisfies EndReason), Math.min(ms, longestTimerMs)),
    setTimeout(() => process.exit(70), Math.min(ms + 10_000, longestTimerMs)),
  ];
}

await say({ kind: 'up' });
