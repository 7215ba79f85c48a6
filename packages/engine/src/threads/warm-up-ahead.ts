/**
 * A JIT warm-up of a process that waits for its load: the load finds most code of its kind compiled. It serves loads of one
 * thread; further threads are started with their load and warm themselves up.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import { jitWarmUp } from './jit-warm-up.ts';
import { startLoadTimer } from './load-timer.ts';

/** Sends nothing to the plan's target. Resolves early, between two rounds, once `signal` is aborted. The plan's protocol must be settled (not `auto`). */
export async function warmUpAhead(plan: Plan, signal: AbortSignal): Promise<void> {
  const timer = startLoadTimer([plan], 1);
  try {
    await jitWarmUp(plan, { timer: timer?.shared ?? null, ahead: signal });
  } finally {
    await timer?.close();
  }
}
