/**
 * The generator process: makes the load of one run, then ends. Forked by a worker and never longer alive than it: it ends when
 * the channel to the worker closes, goes silent when no heartbeat reaches Postgres for 8 s, and has a hard deadline.
 */

import type { EndReason } from '@plimsoll/contracts/run';
import { runLoad } from '@plimsoll/engine/run-load';
import { armDeadManSwitch, type DeadManSwitch } from './dead-man-switch.ts';
import { environmentOf } from './environment.ts';
import type { FromGenerator, Order, ToGenerator } from './messages.ts';

/** A timer of more milliseconds than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;
const stop = new AbortController();
let guard: DeadManSwitch | undefined;

// Ctrl-C in a terminal reaches every process of the group; the worker says when and why to stop.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToGenerator) => {
  if (message.kind === 'start') void make(message.order, message.heardAtNs);
  else if (message.kind === 'heard') guard?.heard(message.heardAtNs);
  else stop.abort(message.reason);
});

function say(message: FromGenerator): Promise<void> {
  return new Promise((said) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => said());
    else process.exit(0);
  });
}

async function make(order: Order, heardAtNs: bigint): Promise<void> {
  guard = armDeadManSwitch(heardAtNs, () => stop.abort('control_lost' satisfies EndReason));
  const deadline = setTimeout(() => stop.abort('deadline' satisfies EndReason), Math.min(order.hardDeadlineMs, longestTimerMs));
  // Should stopping itself hang, the process ends.
  const last = setTimeout(() => process.exit(70), Math.min(order.hardDeadlineMs + 10_000, longestTimerMs));
  const { plan, runId, policy, caps, threads } = order;
  const end = await runLoad({
    plan,
    runId,
    policy,
    caps,
    threads,
    signal: stop.signal,
    onSample: (sample) => void say({ kind: 'sample', sample }),
  }).catch((error: unknown) => ({ reason: 'failed' as const, message: sentenceOf(error) }));
  for (const timer of [deadline, last]) clearTimeout(timer);
  guard.close();
  await say({ kind: 'end', ...end });
  process.disconnect?.();
}

function sentenceOf(error: unknown): string {
  return `The load generator failed: ${error instanceof Error ? error.message : String(error)}`;
}

await say({ kind: 'ready', environment: environmentOf() });
