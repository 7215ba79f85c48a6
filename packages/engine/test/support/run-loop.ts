/** Runs a load in this thread without the JIT warm-up, for tests of what becomes of single requests. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { keptBodiesBytes } from '../../src/connection/http-request-slot.ts';
import { RunClock, startIn } from '../../src/pace/clock.ts';
import type { ThreadSample } from '../../src/recording/thread-sample.ts';
import { LoadLoop } from '../../src/threads/load-loop.ts';
import { wholeLoad } from '../../src/threads/partition.ts';
import { addUp, loopbackOnly } from './harness.ts';

/** The sums of its samples. */
export async function runLoop(plan: Plan, policy: TargetPolicy = loopbackOnly) {
  const samples: ThreadSample[] = [];
  const clock = new RunClock();
  const loop = new LoadLoop({
    plan,
    runId: 'in-this-thread',
    policy,
    keptBodiesBytes,
    partition: wholeLoad,
    clock,
    emit: (sample) => samples.push(sample),
  });
  clock.startAt(startIn(5));
  loop.start();
  await loop.ended;
  return addUp(samples);
}
