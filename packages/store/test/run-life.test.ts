import { regionsOfShards } from '@plimsoll/contracts/generators';
import { countGenerators, type Generators } from '@plimsoll/contracts/planned-generators';
import type { Sample } from '@plimsoll/contracts/sample';
import { unjudged } from '@plimsoll/contracts/validity';
import { type ClockWatch, openClockWatch } from '@plimsoll/store/clock-watch';
import { claimRun } from '@plimsoll/store/run-claim';
import { correctLostRun, type Finish, finishRun, heartbeat, queuedRuns, reapLostRuns } from '@plimsoll/store/run-life';
import { readyShard } from '@plimsoll/store/run-shards';
import { findRun, requestStop } from '@plimsoll/store/runs';
import { appendSamples, readSamples, samplesAfter } from '@plimsoll/store/samples';
import { workerSeen } from '@plimsoll/store/workers-online';
import { noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { workerRow } from '@plimsoll/testbed/worker-row';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { environment, makePlan, makeSample, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();

const finish: Finish = {
  state: 'completed',
  ending: { kind: 'requestsSent', requests: 1 },
  endReason: 'requests',
  summary: null,
  validity: { stamp: 'valid', reasons: [], ...unjudged },
  thresholds: [],
};

/** A run under way, on workers `w`, `w1`, …, or on some of its regions. */
async function begun(generators: Generators = 1): Promise<string> {
  const count = countGenerators(generators);
  const plan = makePlan({ load: { model: 'closed', connections: count, requests: 1 }, generators });
  const run = await queueRun(scene.db, { plan });
  const regions = regionsOfShards(generators);
  const workers = Array.from({ length: count }, (_, shard) => (regions[shard] ?? 'w') + (shard === 0 ? '' : shard));
  for (const [shard, label] of regions.entries()) await workerSeen(scene.db, workerRow(workers[shard] ?? '', { labels: [label] }));
  for (const worker of workers) await claimRun(scene.db, run.id, 1, worker, secretKey);
  await scene.db.query('DELETE FROM workers_online');
  for (let shard = 0; shard < count; shard++) await readyShard(scene.db, { runId: run.id, attempt: 1, shard }, environment, 0);
  return run.id;
}

/** As if this shard had not been heard for so long; its run is heard by the others. */
async function silent(runId: string, shard: number, seconds: number): Promise<void> {
  await scene.db.query(`UPDATE run_shards SET heartbeat_at = now() - $3 * interval '1 s' WHERE run_id = $1 AND shard = $2`, [
    runId,
    shard,
    seconds,
  ]);
}

test('of a hundred claims at once one gets the run', async () => {
  const run = await queueRun(scene.db);
  const claims = await Promise.all(Array.from({ length: 100 }, (_, n) => claimRun(scene.db, run.id, 1, `worker-${n}`, secretKey)));
  noteFigure('R9', 'starts of a hundred claims', claims.filter(Boolean).length);
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await claimRun(scene.db, run.id, 2, 'another attempt', secretKey)).toBeNull();
});

test('a run ends once, whoever comes first', async () => {
  const id = await begun();
  const ends = await Promise.all([
    finishRun(scene.db, id, 1, finish),
    finishRun(scene.db, id, 1, { ...finish, state: 'stopped' }),
    finishRun(scene.db, id, 2, finish),
  ]);
  expect(ends.filter(Boolean)).toHaveLength(1);
  expect(await heartbeat(scene.db, { runId: id, attempt: 1, shard: 0 })).toBe('gone');
  expect((await appendSamples(scene.db, id, 1, 0, [makeSample(0)])).answer).toBe('gone');
  expect(await readSamples(scene.db, 'red', id)).toEqual([]);
});

test('a run that was given up on for silence is told as its own worker says, once; no other end is changed', async () => {
  const cut: Finish = {
    ...finish,
    state: 'control_lost',
    ending: { kind: 'controlLost' },
    endReason: 'control_lost',
  };
  const key = (runId: string, attempt = 1) => ({ runId, attempt, shard: 0 });
  const ended = await begun();
  await finishRun(scene.db, ended, 1, finish);
  expect(await correctLostRun(scene.db, key(ended), cut)).toBe(false);
  const underWay = await begun();
  expect(await correctLostRun(scene.db, key(underWay), cut)).toBe(false);
  const failed = await begun();
  await finishRun(scene.db, failed, 1, { ...finish, state: 'worker_lost', endReason: 'failed' });
  expect(await correctLostRun(scene.db, key(failed), cut)).toBe(false);
  const lost = await begun();
  await scene.db.query(`UPDATE runs SET heartbeat_at = now() - interval '13 s' WHERE id = $1`, [lost]);
  await silent(lost, 0, 13);
  // Nobody is given up on while the server is back for less than 15 s.
  await until(
    'the run is given up on',
    30_000,
    async () => (await reapLostRuns(scene.db)).map(({ id }) => id),
    (reaped) => reaped.includes(lost),
  );
  expect(await correctLostRun(scene.db, key(lost, 2), cut)).toBe(false);
  expect(await correctLostRun(scene.db, key(lost), cut)).toBe(true);
  expect(await findRun(scene.db, 'red', lost)).toMatchObject({
    state: 'control_lost',
    endReason: 'control_lost',
    ending: cut.ending,
  });
  expect(await correctLostRun(scene.db, key(lost), { ...cut, state: 'completed' })).toBe(false);
});

test('samples come back as they went in, by second, without those of another attempt', async () => {
  const id = await begun();
  await appendSamples(scene.db, id, 1, 0, [makeSample(1), makeSample(0)]);
  expect((await appendSamples(scene.db, id, 2, 0, [makeSample(2)])).answer).toBe('gone');
  const kept = await readSamples(scene.db, 'red', id);
  expect(kept.map((sample) => ({ ...sample, histograms: plain(sample) }))).toEqual(
    [makeSample(0), makeSample(1)].map((sample) => ({ ...sample, histograms: plain(sample) })),
  );
  expect((await readSamples(scene.db, 'red', id, { measuredOnly: true })).map((sample) => sample.second)).toEqual([1]);
  expect(await readSamples(scene.db, 'blue', id)).toEqual([]);
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
          scene.db,
          id,
          1,
          0,
          batch.map((at) => makeSample(at, at + 1)),
        );
      for (const batch of batches.toReversed())
        await appendSamples(
          scene.db,
          id,
          1,
          0,
          batch.map((at) => makeSample(at, 999)),
        );
      const seconds = [...new Set(batches.flat())].sort((a, b) => a - b);
      const kept = await readSamples(scene.db, 'red', id);
      expect(kept.map((sample) => sample.second)).toEqual(seconds);
      const changed = kept.filter(({ second: at, sent }) => sent !== at + 1).length;
      noteFigure('R8', 'seconds that a replay changed', changed);
      expect(changed).toBe(0);
    }),
    { numRuns: rounds(500, 20) },
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
      const page = await samplesAfter(scene.db, id, after);
      seen.push(...page.map(({ sample }) => sample.second));
      after = page.at(-1)?.sequence ?? after;
    }
  })();
  const writers = [0, 1, 2, 3].map(async (shard) => {
    for (let at = 0; at < 50; at += 1) await appendSamples(scene.db, id, 1, shard, [makeSample(at * 4 + shard)]);
  });
  await Promise.all(writers);
  writing = false;
  await reader;
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, second) => second));
});

test('the answer to a sample and to a heartbeat carries the stop', async () => {
  const id = await begun();
  expect((await appendSamples(scene.db, id, 1, 0, [makeSample(0)])).answer).toBe('continue');
  expect((await requestStop(scene.db, 'red', id))?.run.state).toBe('stopping');
  expect((await appendSamples(scene.db, id, 1, 0, [makeSample(1)])).answer).toBe('stop');
  expect(await heartbeat(scene.db, { runId: id, attempt: 1, shard: 0 })).toBe('stop');
});

test('a shard that is not heard for 8 s stops the others at their next heartbeat or sample; one that ended does not', async () => {
  const id = await begun(3);
  const beat = (shard: number) => heartbeat(scene.db, { runId: id, attempt: 1, shard });
  await silent(id, 1, 7);
  expect(await beat(0)).toBe('continue');
  await silent(id, 1, 8.1);
  expect(await beat(0)).toBe('silent');
  expect((await appendSamples(scene.db, id, 1, 2, [makeSample(0)])).answer).toBe('silent');
  // Heard again: what it says of itself does not stop it.
  expect(await beat(1)).toBe('continue');
  expect(await beat(0)).toBe('continue');
  await silent(id, 1, 9);
  await scene.db.query('UPDATE run_shards SET ended_at = now() WHERE run_id = $1 AND shard = 1', [id]);
  expect(await beat(0)).toBe('continue');
});

test('a run not heard for 12 s is reaped once, with a plain sentence; one that is heard is left alone', async () => {
  const [lost, alive, late] = [await begun(), await begun(), await begun()];
  await scene.db.query(`UPDATE runs SET hard_deadline_at = now() - interval '40 s' WHERE id = $1`, [late]);
  const [joint, apart] = [
    await begun(2),
    await begun([
      { label: 'eu', n: 1 },
      { label: 'us', n: 2 },
    ]),
  ];
  await silent(lost, 0, 13);
  // The server of the tests may have started a moment ago, when nobody is given up on yet.
  const { rows } = await scene.db.query<{ ms: number }>(`SELECT extract(epoch FROM now() - pg_postmaster_start_time()) * 1000 AS ms`);
  await new Promise((done) => setTimeout(done, Math.max(0, 15_500 - Number(rows[0]?.ms))));
  await heartbeat(scene.db, { runId: alive, attempt: 1, shard: 0 });
  await silent(alive, 0, 11);
  await heartbeat(scene.db, { runId: late, attempt: 1, shard: 0 });
  await heartbeat(scene.db, { runId: joint, attempt: 1, shard: 0 });
  await silent(joint, 1, 13);
  await heartbeat(scene.db, { runId: apart, attempt: 1, shard: 0 });
  await silent(apart, 2, 13);
  // A worker says nothing of its own shard.
  expect((await reapLostRuns(scene.db, ['w', 'w1'])).map((run) => run.id)).not.toContain(joint);
  expect((await reapLostRuns(scene.db, ['w'])).map((run) => run.id)).not.toContain(lost);
  const reaped = (await Promise.all([reapLostRuns(scene.db), reapLostRuns(scene.db), reapLostRuns(scene.db)])).flat().map((run) => run.id);
  expect(reaped.filter((id) => id === lost)).toHaveLength(1);
  expect(reaped).not.toContain(alive);
  // Heard, but long past its hard deadline.
  expect(reaped.filter((id) => id === late)).toHaveLength(1);
  expect(await findRun(scene.db, 'red', lost)).toMatchObject({
    state: 'worker_lost',
    stateReason: expect.stringContaining('not heard for 12 s'),
  });
  expect(await findRun(scene.db, 'red', joint)).toMatchObject({
    state: 'worker_lost',
    stateReason: expect.stringContaining('One of the 2 workers'),
  });
  expect((await findRun(scene.db, 'red', apart))?.ending).toEqual({ kind: 'workerLost', of: 3, regions: ['us'] });
  expect(await heartbeat(scene.db, { runId: joint, attempt: 1, shard: 0 })).toBe('gone');
});

/** A watch that saw the database's clock set ahead by an hour, so long ago. */
function steppedAhead(agoMs: number): ClockWatch {
  const clock = openClockWatch(() => performance.now() + agoMs);
  for (const aheadMs of [-3_600_000, 0]) clock.read(Date.now() + aheadMs, performance.now(), performance.now());
  return clock;
}

const ids = (reaped: readonly { readonly id: string }[]) => reaped.map(({ id }) => id);

// After the test above: the server is up for long enough to give up on runs.
test('after a step of the clock nobody is given up on by a heartbeat, or a deadline, of the clock before it', async () => {
  const [lone, joint, late] = [await begun(), await begun(2), await begun()];
  const hourOld = async () => {
    await scene.db.query(`UPDATE runs SET heartbeat_at = now() - interval '1 h' WHERE id = ANY($1)`, [[lone, joint]]);
    for (const [id, shard] of [
      [lone, 0],
      [joint, 0],
      [joint, 1],
    ] as const)
      await silent(id, shard, 3600);
  };
  await hourOld();
  const clock = steppedAhead(0);
  expect(ids(await reapLostRuns(scene.db, [], clock))).toEqual([]);
  expect(await heartbeat(scene.db, { runId: joint, attempt: 1, shard: 0 }, clock)).toBe('continue');
  expect((await appendSamples(scene.db, joint, 1, 0, [makeSample(0)], clock)).answer).toBe('continue');
  // Claimed an hour before the step by the clock that was set ahead, a minute by ours; heard, and long past a deadline that was set then.
  const times = `heartbeat_at = now(), hard_deadline_at = now() - interval '40 s', claimed_at = now() - $2 * interval '1 s'`;
  await scene.db.query(`UPDATE runs SET ${times} WHERE id = $1`, [late, 60]);
  await heartbeat(scene.db, { runId: late, attempt: 1, shard: 0 });
  const reaped = ids(await reapLostRuns(scene.db, [], steppedAhead(20_000)));
  expect(reaped).not.toContain(late);
  // Whoever is still not heard 20 s later is lost.
  expect(reaped).toContain(lone);
  await scene.db.query(`UPDATE runs SET ${times} WHERE id = $1`, [late, 10]);
  expect(ids(await reapLostRuns(scene.db, [], steppedAhead(20_000)))).toContain(late);
});

test('a worker that was lost before the clock was set back an hour is given up on all the same', async () => {
  const lost = await begun();
  await scene.db.query(`UPDATE runs SET heartbeat_at = now() + interval '1 h' WHERE id = $1`, [lost]);
  await silent(lost, 0, -3600);
  expect(ids(await reapLostRuns(scene.db))).toContain(lost);
});

test('the reconciler finds runs that stay queued', async () => {
  const run = await queueRun(scene.db, { plan: makePlan({ name: 'forgotten' }) });
  expect((await queuedRuns(scene.db, 10_000)).map((hint) => hint.runId)).not.toContain(run.id);
  await scene.db.query(`UPDATE runs SET created_at = now() - interval '11 s' WHERE id = $1`, [run.id]);
  expect(await queuedRuns(scene.db, 10_000)).toContainEqual({ runId: run.id, attempt: 1, generators: 1 });
});
