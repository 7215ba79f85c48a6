/** An open load that waits most of its time sleeps, and can still be stopped. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { processFlags } from '../src/process-flags.ts';
import { planFor, runPlan, wait } from './support/harness.ts';
import type { SlowPace } from './support/slow-pace.ts';

/** Work of others takes the caches and makes each request dearer. An engine that spins needs 25 % and more, each time. */
const spoilt = { retry: 4 };
/** Share of one core. Measured on two cores: 8 to 13 % alone, up to 16 % beside other work. */
const mostCpu = 0.19;

test.each([
  ['that answers at once, so that the load thread itself sleeps', 0],
  ['that always has requests in flight, so that the timer thread wakes it', 20],
])('300 requests a second to a target %s cost little processor time', spoilt, async (_, delayMs) => {
  const witness = await startWitness({ delayMs });
  const plan = planFor(witness.url, { model: 'open', rate: 300, duration: '5s' });
  const child = fork(fileURLToPath(new URL('./support/slow-pace.ts', import.meta.url)), [JSON.stringify(plan)], {
    execArgv: [...processFlags(plan)],
  });
  const [told] = (await once(child, 'message')) as [SlowPace];
  await witness.close();
  expect(told.sent).toBe(1500);
  expect(told.cpuSeconds / told.seconds).toBeLessThan(mostCpu);
});

/** A second is over at its end, and its sample is judged then; a sleep lasts 3 ms at most. */
const promptMs = 250;

test.each([10, 300])(
  'an open load of %i/s that is told to stop while it sleeps stops at once, and its timer thread is gone',
  async (rate) => {
    const threads = () => (process.report?.getReport() as { workers: unknown[] } | undefined)?.workers.length ?? 0;
    const witness = await startWitness();
    const before = threads();
    const controller = new AbortController();
    let stoppedMs = Number.POSITIVE_INFINITY;
    let during = 0;
    const { end, totals } = await runPlan(
      planFor(witness.url, { model: 'open', rate, duration: '60s' }),
      { signal: controller.signal },
      ({ second }) => {
        if (second !== 0) return;
        during = threads();
        wait(37).then(() => {
          stoppedMs = performance.now();
          controller.abort();
        });
      },
    );
    expect(performance.now() - stoppedMs).toBeLessThan(promptMs);
    expect(end.reason).toBe('stopped');
    expect(totals.planned).toBe(totals.sent + totals.dropped);
    expect([during, threads()]).toEqual([before + 1, before]);
    await witness.close();
  },
);

test('a load that waits stops itself in its time where the target refuses all', async () => {
  const { end, tookMs } = await runPlan(planFor('http://127.0.0.1:1/', { model: 'open', rate: 300, duration: '60s' }, { autoStop: true }));
  expect(end.reason).toBe('auto_stopped');
  expect(tookMs).toBeLessThan(20_000);
});
