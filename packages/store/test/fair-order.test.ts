import type { Plan } from '@plimsoll/contracts/plan';
import { claimExperiment, insertExperimentRuns } from '@plimsoll/store/experiment-life';
import { type LoadCaps, uncapped } from '@plimsoll/store/load-caps';
import { releaseLoad } from '@plimsoll/store/load-hold';
import { nextLoad, waitsForWorker } from '@plimsoll/store/next-load';
import { readQueue } from '@plimsoll/store/queue';
import { claimRun } from '@plimsoll/store/run-claim';
import { finishRun } from '@plimsoll/store/run-life';
import { insertRun } from '@plimsoll/store/runs';
import { stopAllLoad } from '@plimsoll/store/stop-all-load';
import { putTeam, putUser } from '@plimsoll/testbed/people';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { mostOvertaking } from '../src/queue/fair-order.ts';
import { makePlan, queueExperiment, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
beforeAll(async () => {
  await putUser(scene.db, 'bob', 'Bob');
  await putUser(scene.db, 'cid', 'Cid');
});
beforeEach(async () => {
  await scene.db.query('DELETE FROM runs');
  await scene.db.query('DELETE FROM experiments');
});

/** The names of things here, by id. */
const names = new Map<string, string>();

async function run(name: string, teamId = 'red', userId = 'ann'): Promise<string> {
  const plan = makePlan({ name });
  const { id } = await insertRun(scene.db, {
    teamId,
    userId,
    plan,
    planId: null,
    expectedDurationMs: 1000,
    caps: null,
    secretKey,
  });
  names.set(id, name);
  return id;
}

async function experiment(name: string, teamId = 'red', userId = 'ann'): Promise<string> {
  const id = await queueExperiment(scene.db, { kind: 'aa', variants: [{ name: 'a', plan: makePlan() }] }, { teamId, userId, name });
  names.set(id, name);
  return id;
}

/** A worker claims the experiment, and its first run waits in the queue. */
async function driven(name: string, worker = 'w', teamId = 'red', userId = 'ann'): Promise<void> {
  const claim = await claimExperiment(scene.db, await experiment(name, teamId, userId), worker, secretKey);
  if (!claim) throw new Error('not claimed');
  const step = { teamId, userId, plan: makePlan({ name }), planId: null, expectedDurationMs: 1000, secretKey };
  const inserted = await insertExperimentRuns(scene.db, claim, [{ position: 0, ...step, crew: [worker] }]);
  if (typeof inserted === 'string') throw new Error(inserted);
  names.set(inserted.runId, name);
}

/** Lists the loads that a worker would take, each over before the next; an experiment it claims has no run here. */
async function taken(worker = 'w', most = 50, cap = 10): Promise<string[]> {
  const order: string[] = [];
  while (order.length < most) {
    const next = await nextLoad(scene.db, worker, { ...uncapped, maxConcurrentRuns: cap });
    if (!next) break;
    const id = next.kind === 'run' ? next.runId : next.experimentId;
    order.push(names.get(id) ?? id);
    if (next.kind === 'run') {
      expect(await claimRun(scene.db, id, 1, worker, secretKey)).toMatchObject({ runId: id });
      await ended(id);
    } else {
      expect(await claimExperiment(scene.db, id, worker, secretKey)).not.toBeNull();
      await scene.db.query(`UPDATE experiments SET state = 'completed' WHERE id = $1`, [id]);
    }
  }
  return order;
}

async function ended(id: string): Promise<void> {
  const none = { ending: { kind: 'stagesDone' }, endReason: null, summary: null, validity: null, thresholds: [] } as const;
  expect(await finishRun(scene.db, id, 1, { ...none, state: 'completed' })).toBe(true);
}

test('two teams take turns, however many loads one of them asked for first', async () => {
  for (const n of [1, 2, 3, 4]) await run(`red ${n}`);
  for (const n of [1, 2]) await run(`blue ${n}`, 'blue', 'bob');
  expect(await taken()).toEqual(['red 1', 'blue 1', 'red 2', 'blue 2', 'red 3', 'red 4']);
});

test('the people of a team take turns, and their team has no more turns for being many', async () => {
  for (const n of [1, 2, 3]) await run(`ann ${n}`);
  for (const n of [1, 2]) await run(`bob ${n}`, 'red', 'bob');
  for (const n of [1, 2]) await run(`blue ${n}`, 'blue', 'cid');
  expect(await taken()).toEqual(['ann 1', 'blue 1', 'bob 1', 'blue 2', 'ann 2', 'bob 2', 'ann 3']);
});

test('a team with fewer loads under way goes first', async () => {
  const long = await run('red long');
  expect(await claimRun(scene.db, long, 1, 'elsewhere', secretKey)).not.toBeNull();
  await run('blue before', 'blue', 'bob');
  await taken();
  // Blue had the last turn, but red has a load under way.
  await run('red next');
  await run('blue next', 'blue', 'bob');
  expect(await taken('w', 1)).toEqual(['blue next']);
});

test('a run started by hand goes before an experiment of its team, whoever asked for it first', async () => {
  await driven('sweep');
  await experiment('another', 'red', 'bob');
  await run('by hand', 'red', 'bob');
  expect(await taken('w', 1)).toEqual(['by hand']);
});

test('an experiment lets so many runs of its team overtake it, and then has its turn', async () => {
  await driven('sweep');
  for (let n = 1; n <= mostOvertaking + 2; n++) await run(`by hand ${n}`, 'red', n % 2 ? 'ann' : 'bob');
  const order = await taken();
  expect(order.indexOf('sweep')).toBe(mostOvertaking);
  expect(order).toHaveLength(mostOvertaking + 3);
});

test('another team’s runs by hand do not count against an experiment: it has its team’s turn', async () => {
  await driven('sweep');
  for (const n of [1, 2, 3]) await run(`blue ${n}`, 'blue', 'bob');
  expect(await taken()).toEqual(['sweep', 'blue 1', 'blue 2', 'blue 3']);
});

test('a run pinned to another worker is passed over, and takes no turn of its team from a worker that cannot make it', async () => {
  await driven('red sweep', 'elsewhere');
  await run('blue', 'blue', 'bob');
  await run('red');
  expect(await waitsForWorker(scene.db, 'w')).toBe(false);
  expect(await waitsForWorker(scene.db, 'elsewhere')).toBe(true);
  expect(await taken('w')).toEqual(['blue', 'red']);
  expect(await taken('elsewhere')).toEqual(['red sweep']);
});

test('a worker drives one experiment of a person at a time; another person’s begins beside it', async () => {
  await driven('first');
  await experiment('second');
  await experiment('of bob', 'red', 'bob');
  expect(await taken()).toEqual(['first', 'of bob']);
  expect(await taken('an idle worker')).toEqual(['second']);
});

test('a team at its cap of runs under way waits, and others go on; its queue leaves room for its experiments', async () => {
  const first = await run('red 1');
  expect(await claimRun(scene.db, first, 1, 'elsewhere', secretKey, undefined, { ...uncapped, maxConcurrentRuns: 1 })).toMatchObject({
    shard: 0,
  });
  const second = await run('red 2');
  await driven('red sweep');
  await run('blue', 'blue', 'bob');
  expect(await claimRun(scene.db, second, 1, 'w', secretKey, undefined, { ...uncapped, maxConcurrentRuns: 1 })).toBe('later');
  expect(await taken('w', 50, 1)).toEqual(['blue']);
  const plan = makePlan();
  const asked = { teamId: 'red', userId: 'ann', plan, planId: null, expectedDurationMs: 1000, secretKey };
  await expect(insertRun(scene.db, { ...asked, caps: { ...uncapped, maxConcurrentRuns: 2 } })).rejects.toMatchObject({
    code: 'runs_over_cap',
  });
  names.set((await insertRun(scene.db, { ...asked, caps: { ...uncapped, maxConcurrentRuns: 3 } })).id, 'red 3');
  await ended(first);
  expect(await taken('w', 50, 1)).toEqual(['red 2', 'red 3', 'red sweep']);
});

test('a person with 49 teams and 5 loads in each has no more turns than a person with one team', async () => {
  for (let n = 0; n < 49; n++) {
    await putTeam(scene.db, `many-${n}`);
    for (let load = 0; load < 5; load++) await run(`many ${n}`, `many-${n}`, 'bob');
  }
  for (const n of [1, 2, 3]) await run(`other ${n}`, 'blue', 'cid');
  const order = await taken('w', 8);
  expect(order.map((name) => name.split(' ')[0])).toEqual(['many', 'other', 'many', 'other', 'many', 'other', 'many', 'many']);
});

test('the caps of a person, of the installation and of a target hold at the claim, and what does not fit lets others by', async () => {
  const begin = async (id: string, caps: Partial<LoadCaps>) =>
    (await claimRun(scene.db, id, 1, `w-${id}`, secretKey, undefined, { ...uncapped, ...caps })) !== 'later';
  expect(await begin(await run('first', 'red', 'ann'), {})).toBe(true);
  // Ann again, in another team; then anybody.
  const second = await run('second', 'blue', 'ann');
  expect(await begin(second, { maxRunsOfPerson: 1 })).toBe(false);
  expect(await begin(second, { maxRunsInAll: 1 })).toBe(false);
  await run('of bob', 'blue', 'bob');
  const caps = { ...uncapped, maxRunsOfPerson: 1 };
  const next = await nextLoad(scene.db, 'w', caps);
  expect(next?.kind === 'run' && names.get(next.runId)).toBe('of bob');
  expect(await nextLoad(scene.db, 'w', { ...uncapped, maxRunsInAll: 1 })).toBeNull();
  expect((await readQueue(scene.db, 'blue', caps)).waiting.map(({ heldBack }) => heldBack).sort()).toEqual(['person', null].sort());
});

test('loads of all runs on one host and port are summed, closed ones by their connections', async () => {
  const url = 'http://127.0.0.1:8080/';
  const open = (rate: number, to = url) =>
    makePlan({ target: { url: to }, load: { model: 'open', rate, duration: '10s', maxConnections: 10 } });
  const closed = (connections: number) => makePlan({ load: { model: 'closed', connections, duration: '10s' } });
  const caps = { ...uncapped, maxRateOfTarget: 100, maxConnectionsOfTarget: 40 };
  let worker = 0;
  const begins = async (plan: Plan, teamId: string) => {
    const { id } = await queueRun(scene.db, { plan, teamId });
    return (await claimRun(scene.db, id, 1, `w-${++worker}`, secretKey, undefined, caps)) !== 'later';
  };
  expect(await begins(open(60), 'red')).toBe(true);
  expect(await begins(open(60, 'http://127.0.0.1:8080/other/path'), 'blue')).toBe(false);
  expect(await begins(open(60, 'http://127.0.0.1:8081/'), 'blue')).toBe(true);
  expect(await begins(open(40), 'blue')).toBe(true);
  expect(await begins(closed(21), 'red')).toBe(false);
  expect(await begins(closed(20), 'red')).toBe(true);
});

test('while all load is held nothing is claimed; stopping all of it asks every team', async () => {
  const underWay = await run('under way');
  expect(await claimRun(scene.db, underWay, 1, 'w', secretKey)).not.toBeNull();
  await run('waits', 'blue', 'bob');
  const late = await run('late', 'blue', 'bob');
  expect(await stopAllLoad(scene.db, { heldBy: 'ann' })).toEqual({ runs: 3, experiments: 0 });
  const { rows } = await scene.db.query('SELECT state FROM runs ORDER BY state');
  expect(rows.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopping']);
  await expect(run('refused')).rejects.toMatchObject({ code: 'load_held' });
  await scene.db.query(`UPDATE runs SET state = 'queued' WHERE id = $1`, [late]);
  expect(await nextLoad(scene.db, 'w', uncapped)).toBeNull();
  expect(await claimRun(scene.db, late, 1, 'w', secretKey)).toBe('later');
  await releaseLoad(scene.db);
  expect(await nextLoad(scene.db, 'w', uncapped)).toMatchObject({ runId: late });
});

test('a claim says what the other runs under way leave of its target, to every generator of the run', async () => {
  const caps: LoadCaps = { ...uncapped, maxRateOfTarget: 100, maxConnectionsOfTarget: 50 };
  const open = (rate: number, url = 'http://127.0.0.1:8080/', generators = 1) =>
    queueRun(scene.db, {
      plan: makePlan({ target: { url }, load: { model: 'open', rate, duration: '5s', maxConnections: 10 }, generators }),
    });
  const claim = async (id: string, worker: string) => {
    const claimed = await claimRun(scene.db, id, 1, worker, secretKey, undefined, caps);
    return claimed === null || claimed === 'later' ? claimed : claimed.targetShare;
  };
  expect(await claim((await open(30)).id, 'w')).toEqual({ rate: 100, connections: 50 });
  expect(await claim((await open(90, 'http://127.0.0.1:9090/')).id, 'x')).toEqual({ rate: 100, connections: 50 });
  const joint = (await open(70, undefined, 2)).id;
  expect(await claim(joint, 'y')).toEqual({ rate: 70, connections: 40 });
  expect(await claim(joint, 'z')).toEqual({ rate: 70, connections: 40 });
  // One that an older version queued says nothing of its rate: its claim finds nothing left, and its generator refuses it.
  const silent = (await open(50)).id;
  await scene.db.query('UPDATE runs SET peak_rate = NULL, peak_connections = NULL WHERE id = $1', [silent]);
  expect(await claim(silent, 'v')).toEqual({ rate: 0, connections: 30 });
});

test('a run that was asked for while the clock was an hour ahead is not overtaken by later ones', async () => {
  const before = await run('before the step');
  await scene.db.query(`UPDATE runs SET created_at = now() + interval '1 h' WHERE id = $1`, [before]);
  await run('after the step');
  expect(await nextLoad(scene.db, 'w', uncapped)).toMatchObject({ kind: 'run', runId: before });
});
