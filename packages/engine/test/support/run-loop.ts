/** Runs a load in this thread without the JIT warm-up, for tests of what becomes of single requests. */
import type { Plan } from '@plimsoll/contracts/plan';
import { RunClock, startIn } from '../../src/pace/clock.ts';
import { wholeLoad } from '../../src/pace/partition.ts';
import { keptBodiesBytes } from '../../src/protocol/memory-budget.ts';
import type { ThreadSample } from '../../src/recording/thread-sample.ts';
import { LoadLoop } from '../../src/threads/load-loop.ts';
import type { LoopOptions } from '../../src/threads/loop-options.ts';
import { addUp, loopbackOnly } from './harness.ts';

/** The sums of its samples. `options`: of the loop, in place of the usual ones. */
export async function runLoop(plan: Plan, options: Partial<LoopOptions> = {}) {
  const samples: ThreadSample[] = [];
  const clock = new RunClock();
  const loop = new LoadLoop({
    plan,
    runId: 'in-this-thread',
    policy: loopbackOnly,
    keptBodiesBytes,
    partition: wholeLoad,
    clock,
    emit: (sample) => samples.push(sample),
    ...options,
  });
  clock.startAt(startIn(5));
  loop.start();
  await loop.ended;
  return addUp(samples);
}
