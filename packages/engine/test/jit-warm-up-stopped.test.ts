import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { planFor, runPlan, wait } from './support/harness.ts';

/** Has a file of its own: its threads are not warm yet. */
test('a load of one or two threads that is stopped in its JIT warm-up ends at once, and nothing was sent', async () => {
  const witness = await startWitness();
  for (const threads of [1, 2]) {
    const controller = new AbortController();
    const stopped = wait(100).then(() => {
      controller.abort();
      return performance.now();
    });
    const { end, totals } = await runPlan(planFor(witness.url, { model: 'closed', connections: 4, duration: '10s' }), {
      threads,
      signal: controller.signal,
    });
    expect(performance.now() - (await stopped)).toBeLessThan(400);
    expect(end.reason).toBe('stopped');
    expect(totals).toMatchObject({ planned: 0, sent: 0 });
  }
  // Longer than a JIT warm-up takes: neither load may begin after all.
  await wait(1500);
  expect((await witness.counts()).requests).toBe(0);
  await witness.close();
});
