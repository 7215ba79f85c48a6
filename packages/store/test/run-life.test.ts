import type { Sample } from '@plimsoll/contracts/sample';
import { claimRun, type Finish, finishRun, heartbeat, markRunning, queuedRuns, reapLostRuns } from '@plimsoll/store/run-life';
import { findRun, requestStop } from '@plimsoll/store/runs';
import { appendSamples, samplesAfter, samplesOf } from '@plimsoll/store/samples';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, planOf, queueRun, sampleOf, secretKey } from './support.ts';

let db: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openDatabase());
});
afterAll(() => close());

const finish: Finish = {
  state: 'completed',
  stateReason: 'All requests were made.',
  endReason: 'requests',
  summary: null,
  validity: { stamp: 'valid', reasons: [] },
  thresholds: [],
  environment: null,
};

async function begun(): Promise<string> {
  const run = await queueRun(db);
  await claimRun(db, run.id, 1, 'w', secretKey);
  await markRunning(db, run.id, 1);
  return run.id;
}

test('of a hundred claims at once one gets the run', async () => {
  const run = await queueRun(db);
  const claims = await Promise.all(Array.from({ length: 100 }, (_, n) => claimRun(db, run.id, 1, `worker-${n}`, secretKey)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await claimRun(db, run.id, 2, 'another attempt', secretKey)).toBeNull();
});

test('a run ends once, whoever comes first', async () => {
  const id = await begun();
  const ends = await Promise.all([
    finishRun(db, id, 1, finish),
    finishRun(db, id, 1, { ...finish, state: 'stopped' }),
    finishRun(db, id, 2, finish),
  ]);
  expect(ends.filter(Boolean)).toHaveLength(1);
  expect(await heartbeat(db, { runId: id, attempt: 1 })).toBe('gone');
  expect((await appendSamples(db, id, 1, 0, [sampleOf(0)])).answer).toBe('gone');
  expect(await samplesOf(db, 'red', id)).toEqual([]);
});

test('samples come back as they went in, by second, without those of another attempt', async () => {
  const id = await begun();
  await appendSamples(db, id, 1, 0, [sampleOf(1), sampleOf(0)]);
  expect((await appendSamples(db, id, 2, 0, [sampleOf(2)])).answer).toBe('gone');
  const kept = await samplesOf(db, 'red', id);
  expect(kept.map((sample) => ({ ...sample, histograms: plain(sample) }))).toEqual(
    [sampleOf(0), sampleOf(1)].map((sample) => ({ ...sample, histograms: plain(sample) })),
  );
  expect((await samplesOf(db, 'red', id, { measuredOnly: true })).map((sample) => sample.second)).toEqual([1]);
  expect(await samplesOf(db, 'blue', id)).toEqual([]);
});

function plain(sample: Sample): Record<string, number[]> {
  return Object.fromEntries(Object.entries(sample.histograms).map(([name, bytes]) => [name, [...bytes]]));
}

test('samples replayed in any order, any number of times, leave the same totals', async () => {
  const second = fc.integer({ min: 0, max: 9 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(second, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 8 }), async (batches) => {
      const id = await begun();
      for (const batch of batches)
        await appendSamples(
          db,
          id,
          1,
          0,
          batch.map((at) => sampleOf(at, at + 1)),
        );
      for (const batch of batches.toReversed())
        await appendSamples(
          db,
          id,
          1,
          0,
          batch.map((at) => sampleOf(at, 999)),
        );
      const seconds = [...new Set(batches.flat())].sort((a, b) => a - b);
      const kept = await samplesOf(db, 'red', id);
      expect(kept.map((sample) => sample.second)).toEqual(seconds);
      expect(kept.map((sample) => sample.sent)).toEqual(seconds.map((at) => at + 1));
    }),
    { numRuns: 20 },
  );
});

test('a reader that always asks for what comes after sees every sample once, while several writers commit', async () => {
  const id = await begun();
  const seen: number[] = [];
  let writing = true;
  const reader = (async () => {
    let after = 0;
    for (let more = true; more; ) {
      more = writing;
      const page = await samplesAfter(db, id, after);
      seen.push(...page.map(({ sample }) => sample.second));
      after = page.at(-1)?.sequence ?? after;
    }
  })();
  const writers = [0, 1, 2, 3].map(async (shard) => {
    for (let at = 0; at < 50; at += 1) await appendSamples(db, id, 1, shard, [sampleOf(at * 4 + shard)]);
  });
  await Promise.all(writers);
  writing = false;
  await reader;
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, second) => second));
});

test('the answer to a sample and to a heartbeat carries the stop', async () => {
  const id = await begun();
  expect((await appendSamples(db, id, 1, 0, [sampleOf(0)])).answer).toBe('continue');
  expect((await requestStop(db, 'red', id))?.run.state).toBe('stopping');
  expect((await appendSamples(db, id, 1, 0, [sampleOf(1)])).answer).toBe('stop');
  expect(await heartbeat(db, { runId: id, attempt: 1 })).toBe('stop');
});

test('a run not heard for 12 s is reaped once, with a plain sentence; one that is heard is left alone', async () => {
  const [lost, alive, late] = [await begun(), await begun(), await begun()];
  await db.query(`UPDATE runs SET hard_deadline_at = now() - interval '40 s' WHERE id = $1`, [late]);
  await db.query(`UPDATE runs SET heartbeat_at = now() - interval '11 s' WHERE id = $1`, [alive]);
  await db.query(`UPDATE runs SET heartbeat_at = now() - interval '13 s' WHERE id = $1`, [lost]);
  // The server of the tests may have started a moment ago, when nobody is given up on yet.
  const { rows } = await db.query<{ ms: number }>(`SELECT extract(epoch FROM now() - pg_postmaster_start_time()) * 1000 AS ms`);
  await new Promise((done) => setTimeout(done, Math.max(0, 15_500 - Number(rows[0]?.ms))));
  await db.query(`UPDATE runs SET heartbeat_at = now() - interval '11 s' WHERE id = $1`, [alive]);
  await heartbeat(db, { runId: late, attempt: 1 });
  expect((await reapLostRuns(db, ['w'])).map((run) => run.id)).not.toContain(lost);
  const reaped = (await Promise.all([reapLostRuns(db), reapLostRuns(db), reapLostRuns(db)])).flat().map((run) => run.id);
  expect(reaped.filter((id) => id === lost)).toHaveLength(1);
  expect(reaped).not.toContain(alive);
  // Heard, but long past its hard deadline.
  expect(reaped.filter((id) => id === late)).toHaveLength(1);
  expect(await findRun(db, 'red', lost)).toMatchObject({
    state: 'worker_lost',
    stateReason: expect.stringContaining('not heard for 12 s'),
  });
});

test('the reconciler finds runs that stay queued', async () => {
  const run = await queueRun(db, { plan: planOf({ name: 'forgotten' }) });
  expect((await queuedRuns(db, 10_000)).map((hint) => hint.runId)).not.toContain(run.id);
  await db.query(`UPDATE runs SET created_at = now() - interval '11 s' WHERE id = $1`, [run.id]);
  expect(await queuedRuns(db, 10_000)).toContainEqual({ runId: run.id, attempt: 1 });
});
