/** Experiments that no worker is left to drive. */
import { claimExperiment, insertExperimentRuns, releaseExperiment } from '@plimsoll/store/experiment-life';
import { findExperiment, requestExperimentStop } from '@plimsoll/store/experiments';
import { reapLostExperiments } from '@plimsoll/store/reap-experiments';
import { findRun } from '@plimsoll/store/runs';
import { workerGone, workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { beforeAll, expect, test } from 'vitest';
import { makePlan, queueExperiment, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
const worker = workerRow('w');

/** The server of the tests may have started a moment ago, when nobody is given up on yet. */
beforeAll(async () => {
  const { rows } = await scene.db.query<{ ms: number }>(`SELECT extract(epoch FROM now() - pg_postmaster_start_time()) * 1000 AS ms`);
  await new Promise((done) => setTimeout(done, Math.max(0, 15_500 - Number(rows[0]?.ms))));
});

/** An experiment that a worker drives, which was last heard so many seconds ago; null: it let go of it. */
async function driven(silentSeconds: number | null) {
  const variants = ['a', 'b'].map((name) => ({ name, plan: makePlan({ name }) }));
  const id = await queueExperiment(scene.db, { kind: 'ab', variants, repeats: 1, coolDown: '0s' });
  const claimed = await claimExperiment(scene.db, id, worker.id, secretKey);
  if (!claimed) throw new Error('not claimed');
  const run = { teamId: 'red', userId: 'ann', plan: makePlan({ name: 'a' }), planId: null, expectedDurationMs: null, secretKey };
  const inserted = await insertExperimentRuns(scene.db, claimed, [{ position: 0, ...run, crew: [worker.id] }]);
  if (silentSeconds === null) await releaseExperiment(scene.db, claimed, { kind: 'shutDown' });
  else await scene.db.query(`UPDATE experiments SET heartbeat_at = now() - $2 * interval '1 s' WHERE id = $1`, [id, silentSeconds]);
  if (typeof inserted === 'string') throw new Error(inserted);
  return { id, runId: inserted.runId };
}

test('with no worker online an experiment ends: 60 s after its worker was last heard, or as it is asked to stop', async () => {
  const lost = await driven(61);
  const [fresh, left, asked, askedLeft] = [await driven(50), await driven(null), await driven(13), await driven(null)];
  for (const { id } of [asked, askedLeft]) await requestExperimentStop(scene.db, 'red', id);

  await workerSeen(scene.db, worker);
  expect(await reapLostExperiments(scene.db)).toEqual([]);
  await workerGone(scene.db, worker.id);
  const reaped = (await Promise.all([1, 2, 3].map(() => reapLostExperiments(scene.db)))).flat();
  expect(reaped.toSorted()).toEqual([lost.id, asked.id, askedLeft.id].toSorted());

  const found = async ({ id }: { id: string }) => {
    const { state, stateReason } = (await findExperiment(scene.db, 'red', id)) ?? {};
    return [state, stateReason];
  };
  expect(await found(lost)).toEqual(['failed', expect.stringContaining('for 60 s there was no other')]);
  expect(await found(asked)).toEqual(['stopped', expect.stringContaining('lost before')]);
  expect((await found(fresh))[0]).toBe('running');
  expect((await found(left))[0]).toBe('running');
  expect((await findRun(scene.db, 'red', lost.runId))?.state).toBe('stopped');
  expect((await findRun(scene.db, 'red', fresh.runId))?.state).toBe('queued');
});
