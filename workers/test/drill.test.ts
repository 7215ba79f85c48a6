/** A drill of a target of 20 ms that is not the demo: +10 % is found, and nothing is found where nothing is planted. */
import { planSchema } from '@plimsoll/contracts/plan';
import { savePlan } from '@plimsoll/store/plans';
import { insertSchedule } from '@plimsoll/store/schedules';
import { startPlanted } from '@plimsoll/testbed/targets/planted';
import { expect, test } from 'vitest';
import { secretKey, teamId, useStack } from './support.ts';

const stack = useStack();

test('+10 % by way of the relay is worse than its reference, and +0 % is not', async () => {
  const target = await startPlanted({ kind: 'exact', delayMs: 20 });
  try {
    await stack.worker();
    const plan = planSchema.parse({
      version: 1,
      name: 'drill',
      target: { url: target.url },
      load: { model: 'open', rate: 100, duration: '20s' },
    });
    const { id: planId } = await savePlan(stack.db, { teamId, userId: 'user-1', plan, secretKey });
    const schedule = await insertSchedule(
      stack.db,
      teamId,
      { userId: 'user-1', tokenId: null },
      { name: 'drill', planId, cron: '0 3 * * *', timeZone: 'UTC', tags: {}, drill: 0.1, paused: true },
    );
    const completed = async (plantedDelayMs: number, reference: string | null) => {
      const run = await stack.launch(plan, { hint: false, plantedDelayMs });
      if (reference) await keepOutcome(schedule?.id ?? '', reference, run.id, plantedDelayMs);
      await stack.queue.enqueue({ kind: 'run', runId: run.id, attempt: run.attempt });
      const done = await stack.finished(run.id, 60_000);
      expect(done.state, done.stateReason ?? '').toBe('completed');
      return done;
    };
    const reference = await completed(0, null);
    const p50Us = reference.summary?.responseTime.p50Us ?? 0;
    const [nothing, planted] = [await completed(0, reference.id), await completed(Math.round(p50Us / 1000) / 10, reference.id)];
    expect(planted.baseline, planted.baseline?.sentence).toMatchObject({ baselineRunId: reference.id, verdict: 'worse' });
    expect(nothing.baseline?.verdict, nothing.baseline?.sentence).not.toBe('worse');
    expect((planted.summary?.responseTime.p50Us ?? 0) / p50Us).toBeGreaterThan(1.08);
    expect((planted.summary?.responseTime.p50Us ?? 0) / p50Us).toBeLessThan(1.14);
  } finally {
    await target.close();
  }
}, 150_000);

/** As the tick of a schedule keeps it: this run is held against that one. */
async function keepOutcome(schedule: string, reference: string, run: string, plantedMs: number): Promise<void> {
  await stack.db.query(
    `INSERT INTO schedule_outcomes (schedule_id, due_at, at, state, run_id, reference_run_id, drill)
     VALUES ($1, clock_timestamp(), now(), 'started', $2, $3, jsonb_build_object('share', 0.1, 'plantedMs', $4::float8, 'plantedShare', 0.1))`,
    [schedule, run, reference, plantedMs],
  );
}
