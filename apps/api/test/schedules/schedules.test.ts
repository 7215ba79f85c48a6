/** Schedules: what they start and when, with a clock that tests move, and who may have them. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Schedule } from '@plimsoll/contracts/schedule';
import { describe, expect, it } from 'vitest';
import { tellRunEnd } from '../../src/tellings/tell-run-end.ts';
import { problemIn } from '../support/asking.ts';
import { findTeamId, findUserId, makeToken, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { makeDue, makeSchedule, readSchedule, savedPlan, tick } from './scheduling.ts';

const { test, boss } = useApi({ targets: { mode: 'allowlist', allowed: ['loopback', '10.0.0.0/8'], ownPorts: [] } });

const night = '2027-01-12T02:00:00.000Z';
const soon = '2027-01-12T02:00:01.000Z';
const outcomesOf = async (schedule: Schedule) => (await readSchedule(boss, schedule)).outcomes;
const runsOfPlan = async (planId: string | undefined) => (await boss<{ items: Run[] }>('GET', `${api.runs}?planId=${planId}`)).body.items;
/** The causes of what was told of it, the first one first. */
const toldOf = async ({ id }: Schedule) => {
  const { rows } = await test.context.db.query(
    `SELECT facts ->> 'because' AS because, (facts ->> 'times')::int AS times FROM tellings WHERE kind = 'schedule.missed' AND facts ->> 'scheduleId' = $1 ORDER BY at, key`,
    [id],
  );
  return rows;
};
const stopRun = (id = '') => boss('POST', api.stopRun(id));

describe('a schedule', () => {
  it('is made, listed, changed and deleted, and tells its next five times', async () => {
    const planId = await savedPlan(boss, { name: 'checkout' });
    const made = await makeSchedule(boss, { planId, cron: ' 0  3 * * 1-5 ', tags: { suite: 'nightly' } });
    expect(made).toMatchObject({
      cron: '0 3 * * 1-5',
      plan: { id: planId, name: 'checkout' },
      experiment: null,
      author: { id: await findUserId(boss) },
      paused: null,
      outcomes: [],
    });
    const local = (at: string) =>
      new Date(at).toLocaleString('en-GB', { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit', minute: '2-digit' });
    expect(made.next).toHaveLength(5);
    expect(Date.parse(made.next[0] ?? '')).toBeGreaterThan(Date.now());
    for (const at of made.next) expect(local(at)).toMatch(/^(Mon|Tue|Wed|Thu|Fri)\D*03:00$/);
    expect((await boss<{ items: Schedule[] }>('GET', api.schedules)).body.items).toContainEqual(made);
    const changed = (await boss<Schedule>('PATCH', api.schedule(made.id), { cron: '30 4 * * *', timeZone: 'Asia/Shanghai' })).body;
    expect(changed).toMatchObject({ name: 'nightly', tags: { suite: 'nightly' }, timeZone: 'Asia/Shanghai' });
    expect(changed.next[0]).toMatch(/T20:30:00/);
    expect((await boss('DELETE', api.schedule(made.id))).status).toBe(204);
    expect((await boss('GET', api.schedule(made.id))).status).toBe(404);
  });

  it('is made once by one Idempotency-Key', async () => {
    const body = { name: 'once', planId: await savedPlan(boss), cron: '0 3 * * *' };
    const post = (sent: object) => boss<Schedule>('POST', api.schedules, sent, { 'idempotency-key': 'a schedule' });
    const [first, second] = [await post(body), await post(body)];
    expect([first.status, second.body.id]).toEqual([201, first.body.id]);
    expect((await post({ ...body, name: 'other' })).status).toBe(409);
  });

  it.each([
    [{ cron: '0 25 * * *' }, '/cron', 'Field 2'],
    [{ cron: 'every night' }, '/cron', 'five fields'],
    [{ cron: '0 0 31 6 *' }, '/cron', 'never comes'],
    [{ timeZone: '+02:00' }, '/timeZone', 'time zone'],
    [{ planId: undefined }, '/planId', 'a plan or an experiment'],
    [{ tags: { 'a b': 'c' } }, '/tags/a b', ''],
    [{ drill: 0 }, '/drill', ''],
    [{ every: '5m' }, '/every', 'Unknown field'],
  ])('refuses %j at its field', async (change, field, sentence) => {
    const body = { name: 'bad', planId: await savedPlan(boss), cron: '0 3 * * *', ...change };
    const answer = await boss('POST', api.schedules, body);
    expect(answer.status).toBe(400);
    expect(problemIn(answer)).toMatchObject({ field, detail: expect.stringContaining(sentence) });
  });

  it('starts a run the ordinary way when its time has come, and not before', async () => {
    const planId = await savedPlan(boss, { tags: { team: 'shop', suite: 'any' } });
    const made = await makeSchedule(boss, { planId, tags: { suite: 'nightly' } });
    await makeDue(test, made, night);
    await tick(test, '2027-01-12T01:59:59.999Z');
    expect(await runsOfPlan(planId)).toEqual([]);
    await tick(test, night);
    await tick(test, soon);
    const [run, ...more] = await runsOfPlan(planId);
    expect(more).toEqual([]);
    expect(run).toMatchObject({ state: 'queued', tags: { team: 'shop', suite: 'nightly' } });
    const [outcome] = await outcomesOf(made);
    expect(outcome).toMatchObject({ dueAt: night, state: 'started', reason: null, missed: 0, run: { id: run?.id, state: 'queued' } });
    expect((await boss<Run>('GET', api.run(run?.id ?? ''))).body.schedule).toEqual({ id: made.id, name: 'nightly' });
    expect((await readSchedule(boss, made)).next[0]).toBe('2027-01-13T02:00:00.000Z');
    const { rows } = await test.context.db.query(
      `SELECT actor_id, address, details FROM audit_entries WHERE action = 'run.create' AND subject_id = $1`,
      [run?.id],
    );
    expect(rows).toEqual([{ actor_id: await findUserId(boss), address: null, details: { schedule: 'nightly' } }]);
  });

  it('starts each due time once, however many processes look at the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeSchedule(boss)));
    for (const each of made) await makeDue(test, each, night);
    const others: TestApi[] = [];
    try {
      for (let at = 0; at < 2; at++) others.push(await startTestApi({ databaseUrl: test.config.databaseUrl }));
      await Promise.all([test, test, ...others, ...others].map((one) => tick(one, soon)));
    } finally {
      for (const other of others) await other.close();
    }
    for (const each of made) {
      expect(await outcomesOf(each)).toMatchObject([{ dueAt: night, state: 'started' }]);
      expect(await runsOfPlan(each.plan?.id)).toHaveLength(1);
    }
  });

  it('makes up for all times that were missed by one run, and starts none in the past', async () => {
    const made = await makeSchedule(boss, { cron: '*/10 * * * *', timeZone: 'UTC' });
    await makeDue(test, made, night);
    await tick(test, '2027-01-12T05:05:00.000Z');
    await tick(test, '2027-01-12T05:05:01.000Z');
    expect(await runsOfPlan(made.plan?.id)).toHaveLength(1);
    // 02:10 to 05:00.
    expect(await outcomesOf(made)).toMatchObject([{ dueAt: night, at: '2027-01-12T05:05:00.000Z', state: 'started', missed: 18 }]);
    expect((await readSchedule(boss, made)).next[0]).toBe('2027-01-12T05:10:00.000Z');
    expect(await toldOf(made)).toEqual([{ because: 'down', times: 19 }]);
  });

  it('takes no time again where a clock was set back', async () => {
    const made = await makeSchedule(boss);
    await makeDue(test, made, night);
    await tick(test, night);
    await stopRun((await outcomesOf(made))[0]?.run?.id);
    await makeDue(test, made, night);
    await tick(test, night);
    expect(await runsOfPlan(made.plan?.id)).toHaveLength(1);
    expect((await readSchedule(boss, made)).next[0]).toBe('2027-01-13T02:00:00.000Z');
  });

  it('skips a time while its last run is under way', async () => {
    const made = await makeSchedule(boss, { cron: '0 * * * *', timeZone: 'UTC' });
    await makeDue(test, made, night);
    await tick(test, night);
    await tick(test, '2027-01-12T03:00:00.000Z');
    const [skipped, first] = await outcomesOf(made);
    expect(skipped).toMatchObject({ dueAt: '2027-01-12T03:00:00.000Z', state: 'skipped', reason: { kind: 'lastRuns' }, run: null });
    await tick(test, '2027-01-12T04:00:00.000Z');
    expect(await toldOf(made), 'the second one is no news').toEqual([{ because: 'stillRunning', times: 1 }]);
    await stopRun(first?.run?.id);
    await tick(test, '2027-01-12T05:00:00.000Z');
    expect((await outcomesOf(made))[0]).toMatchObject({ state: 'started' });
    expect(await runsOfPlan(made.plan?.id)).toHaveLength(2);
  });

  it('starts nothing while it is paused, and makes up for nothing afterwards', async () => {
    const made = await makeSchedule(boss);
    const paused = (await boss<Schedule>('PATCH', api.schedule(made.id), { paused: true })).body;
    expect(paused).toMatchObject({ paused: { reason: null }, next: [] });
    await makeDue(test, made, '2026-01-12T02:00:00.000Z');
    await tick(test, soon);
    expect(await outcomesOf(made)).toEqual([]);
    const resumed = (await boss<Schedule>('PATCH', api.schedule(made.id), { paused: false })).body;
    expect(resumed.paused).toBeNull();
    expect(Date.parse(resumed.next[0] ?? '')).toBeGreaterThan(Date.now());
  });

  it('makes a new experiment as the one it names was, with its secrets', async () => {
    const headers = { Authorization: 'Bearer canary-of-a-variant' };
    const variant = (name: string, port: number) => ({
      name,
      plan: planInput({ name, target: { url: `http://127.0.0.1:${port}/`, headers } }),
    });
    const body = { kind: 'ab', name: 'old or new', variants: [variant('old', 9101), variant('new', 9102)], repeats: 4, coolDown: '0s' };
    const first = (await boss<Experiment>('POST', api.experiments, body)).body;
    await boss('POST', api.stopExperiment(first.id));
    const made = await makeSchedule(boss, { experimentId: first.id });
    expect(made).toMatchObject({ plan: null, experiment: { id: first.id, name: 'old or new', kind: 'ab' } });
    await makeDue(test, made, night);
    await tick(test, soon);
    const id = (await outcomesOf(made))[0]?.experiment?.id ?? '';
    const copy = (await boss<Experiment>('GET', api.experiment(id))).body;
    expect(copy).toMatchObject({ state: 'queued', kind: 'ab', name: 'old or new', repeats: 4, design: first.design });
    expect(copy.variants).toEqual(first.variants);
    const { rows } = await test.context.db.query<{ text: string }>('SELECT variants::text AS text FROM experiments WHERE id = $1', [id]);
    expect(rows[0]?.text).not.toContain('canary-of-a-variant');
    expect((await boss('POST', api.schedules, { name: 'x', cron: '0 3 * * *', experimentId: first.id, tags: { a: 'b' } })).status).toBe(
      400,
    );
  });
});

describe('one target', () => {
  it('is loaded by one schedule at a time, of whichever team: the later one waits its turn', async () => {
    const target = { url: 'http://127.0.0.1:9200/' };
    const stranger = await otherTeam(test);
    const first = await makeSchedule(boss, { planId: await savedPlan(boss, { target }) });
    const second = await makeSchedule(stranger, { planId: await savedPlan(stranger, { target: { url: 'http://127.0.0.1:9200/other' } }) });
    for (const each of [first, second]) await makeDue(test, each, night);
    // Whichever comes first.
    await Promise.all([tick(test, soon), tick(test, soon), tick(test, soon)]);
    const sides = [
      { ask: boss, schedule: first },
      { ask: stranger, schedule: second },
    ];
    const latest = async ({ ask, schedule }: (typeof sides)[number]) => (await readSchedule(ask, schedule)).outcomes[0];
    const states = await Promise.all(sides.map(async (side) => (await latest(side))?.state));
    expect([...states].sort()).toEqual(['started', 'waiting']);
    const [early, late] = states[0] === 'started' ? sides : sides.toReversed();
    if (!early || !late) throw new Error('there are two');
    expect(await latest(late)).toMatchObject({ reason: { kind: 'targetBusy' }, run: null });
    await early.ask('POST', api.stopRun((await latest(early))?.run?.id ?? ''));
    await tick(test, '2027-01-12T02:20:00.000Z');
    expect(await latest(late)).toMatchObject({ state: 'started', dueAt: night, reason: null, run: { state: 'queued' } });
    await late.ask('POST', api.stopRun((await latest(late))?.run?.id ?? ''));
  });

  it('is waited for during an hour', async () => {
    const target = { url: 'http://127.0.0.1:9201/' };
    const [long, short] = [
      await makeSchedule(boss, { planId: await savedPlan(boss, { target }) }),
      await makeSchedule(boss, { planId: await savedPlan(boss, { target }), cron: '*/30 * * * *', timeZone: 'UTC' }),
    ];
    await makeDue(test, long, night);
    await makeDue(test, short, soon);
    await tick(test, soon);
    await tick(test, '2027-01-12T02:30:00.000Z');
    expect((await outcomesOf(short)).map(({ reason }) => reason)).toEqual([{ kind: 'lastWaits' }, { kind: 'targetBusy' }]);
    await tick(test, '2027-01-12T02:59:59.000Z');
    expect((await outcomesOf(short)).at(-1)?.state).toBe('waiting');
    await tick(test, '2027-01-12T03:00:01.000Z');
    expect((await outcomesOf(short)).at(-1)).toMatchObject({ state: 'skipped', reason: { kind: 'targetBusy' } });
    await stopRun((await outcomesOf(long))[0]?.run?.id);
    await boss('DELETE', api.schedule(short.id));
  });
});

describe('the rights of the author at that moment', () => {
  it.each([
    ['left the team', { kind: 'authorLeft' }, async (id: string) => boss('DELETE', api.member(id))],
    ['became a viewer', { kind: 'authorMayNot', role: 'viewer' }, async (id: string) => boss('PATCH', api.member(id), { role: 'viewer' })],
  ])('are lost with who %s: the schedule pauses and says why', async (_what, reason, lose) => {
    const editor = await member(test, await findTeamId(boss), 'editor');
    const made = await makeSchedule(editor);
    await lose(await findUserId(editor));
    await makeDue(test, made, night);
    await tick(test, soon);
    const paused = await readSchedule(boss, made);
    expect(paused).toMatchObject({ paused: { since: soon, reason }, next: [], outcomes: [{ state: 'skipped', reason }] });
    expect(await runsOfPlan(made.plan?.id)).toEqual([]);
    expect(await toldOf(made)).toEqual([{ because: 'author', times: 1 }]);
    // Whoever resumes it lends it their rights.
    const taken = (await boss<Schedule>('PATCH', api.schedule(made.id), { paused: false })).body;
    expect(taken).toMatchObject({ paused: null, author: { id: await findUserId(boss) } });
    await makeDue(test, made, '2027-01-13T02:00:00.000Z');
    await tick(test, '2027-01-13T02:00:00.000Z');
    expect((await outcomesOf(made))[0]?.state).toBe('started');
  });

  it('are lost with the token that it was made with', async () => {
    const token = await makeToken(test, boss);
    const made = await makeSchedule(token);
    const { items } = (await boss<{ items: { id: string }[] }>('GET', api.tokens)).body;
    await boss('DELETE', api.token(items[0]?.id ?? ''));
    await makeDue(test, made, night);
    await tick(test, soon);
    expect(await readSchedule(boss, made)).toMatchObject({ paused: { reason: { kind: 'tokenEnded' } } });
  });
});

describe('the ordinary checks', () => {
  it('refuse a target that the team does not allow any more', async () => {
    const made = await makeSchedule(boss, { planId: await savedPlan(boss, { target: { url: 'http://10.1.2.3:9300/' } }) });
    await makeDue(test, made, night);
    expect((await boss('PUT', api.team, { targets: ['10.9.0.0/16'] })).status).toBe(200);
    await tick(test, soon);
    await boss('PUT', api.team, { targets: [] });
    expect(await outcomesOf(made)).toMatchObject([{ state: 'skipped', reason: { kind: 'refused', problem: 'target_refused' } }]);
    expect(await runsOfPlan(made.plan?.id)).toEqual([]);
  });

  it('let a load wait while all load is held', async () => {
    const made = await makeSchedule(boss);
    await makeDue(test, made, night);
    await boss('POST', api.stopAll, { hold: true, stop: false });
    await tick(test, soon);
    expect((await outcomesOf(made))[0]).toMatchObject({ state: 'waiting', reason: { kind: 'refused', problem: 'load_held' } });
    await boss('DELETE', api.stopAll);
    await tick(test, '2027-01-12T02:10:00.000Z');
    expect((await outcomesOf(made))[0]).toMatchObject({ state: 'started', reason: null });
  });
});

describe('a drill', () => {
  const demo = {
    target: { url: 'http://127.0.0.1:4390/?delayMs=20' },
    load: { model: 'closed' as const, connections: 10, duration: '20s' },
  };
  const completeAround = (id: string, ms: number) =>
    complete(
      test,
      id,
      Array.from({ length: 20 }, (_, second) => sampleAt(second, timesAround(ms, second))),
    );

  it('plants its share of the baseline in the demo target, beside the history of the plan', async () => {
    const planId = await savedPlan(boss, demo);
    const drill = { name: 'drill', planId, cron: '0 3 * * *', drill: 0.1 };
    expect(problemIn(await boss('POST', api.schedules, drill)).detail).toContain('baseline');
    const baseline = (await boss<Run>('POST', api.runs, { planId })).body;
    await completeAround(baseline.id, 20);
    expect((await boss('PUT', api.baseline(planId), { runId: baseline.id })).status).toBe(200);
    const made = await makeSchedule(boss, drill);
    await makeDue(test, made, night);
    await tick(test, soon);
    const [outcome] = await outcomesOf(made);
    expect(outcome).toMatchObject({ state: 'started', drill: { share: 0.1, plantedMs: 2, found: null } });
    expect(outcome?.drill?.plantedShare).toBeCloseTo(0.1, 1);
    const run = (await boss<Run>('GET', api.run(outcome?.run?.id ?? ''))).body;
    expect(run).toMatchObject({ planId: null, tags: { drill: expect.stringMatching(/^\+9|\+10/) } });
    expect(run.plan.target?.url).toBe('http://127.0.0.1:4390/?delayMs=22');
    expect(await runsOfPlan(planId)).toHaveLength(1);
    // What the comparison says is what the drill is judged by.
    await completeAround(run.id, 22);
    const verdict = (word: string) =>
      test.context.db.query(
        `UPDATE runs SET vs_baseline = jsonb_build_object('baselineRunId', $2::text, 'verdict', $3::text, 'sentence', '', 'metrics', '[]'::jsonb) WHERE id = $1`,
        [run.id, baseline.id, word],
      );
    await verdict('no_difference');
    expect((await outcomesOf(made))[0]?.drill?.found).toBe(false);
    const teamId = await findTeamId(boss);
    const tellEnd = () =>
      tellRunEnd(test.context.db, {
        eventId: '0',
        runId: run.id,
        teamId,
        attempt: 1,
        state: 'completed',
        requestId: null,
        traceParent: null,
      });
    await tellEnd();
    expect(await toldOf(made)).toEqual([{ because: 'blind', times: 1 }]);
    await verdict('worse');
    await tellEnd();
    expect((await test.context.db.query('SELECT FROM tellings WHERE run_id = $1', [run.id])).rowCount, 'no false alarm').toBe(0);
    expect((await outcomesOf(made))[0]?.drill?.found).toBe(true);
    await boss('DELETE', api.schedule(made.id));
  });

  it('of any other target is held against a run on the same way with nothing planted', async () => {
    const planId = await savedPlan(boss, { load: demo.load });
    const made = await makeSchedule(boss, { name: 'relay', planId, drill: 0.1 });
    await makeDue(test, made, night);
    await tick(test, soon);
    const [waiting] = await outcomesOf(made);
    expect(waiting).toMatchObject({ state: 'waiting', reason: { kind: 'drillReference' }, run: null, drill: null });
    const reference = (await boss<Run>('GET', api.run(waiting?.reference?.id ?? ''))).body;
    expect(reference).toMatchObject({ planId: null, tags: { drill: '0' }, schedule: { id: made.id } });
    const plantedIn = async (id: string) =>
      (await test.context.db.query<{ planted: number | null }>('SELECT planted_delay_ms AS planted FROM runs WHERE id = $1', [id])).rows[0]
        ?.planted;
    expect(await plantedIn(reference.id)).toBe(0);
    // However long it runs, it is waited for, and other schedules wait for it.
    await tick(test, '2027-01-12T05:00:00.000Z');
    expect((await outcomesOf(made))[0]).toMatchObject({ state: 'waiting', reference: { id: reference.id } });
    const other = await makeSchedule(boss, { planId });
    await makeDue(test, other, '2027-01-12T05:00:00.000Z');
    await tick(test, '2027-01-12T05:00:00.000Z');
    expect((await outcomesOf(other))[0]?.reason).toEqual({ kind: 'targetBusy' });
    await boss('DELETE', api.schedule(other.id));
    await completeAround(reference.id, 20);
    await tick(test, '2027-01-12T05:00:01.000Z');
    const [outcome] = await outcomesOf(made);
    expect(outcome).toMatchObject({ state: 'started', reference: { id: reference.id }, drill: { share: 0.1, found: null } });
    expect(outcome?.drill?.plantedMs).toBeCloseTo(2, 0);
    const run = (await boss<Run>('GET', api.run(outcome?.run?.id ?? ''))).body;
    expect(run).toMatchObject({
      planId: null,
      tags: { drill: expect.stringMatching(/^\+9|\+10/) },
      plan: { target: reference.plan.target },
    });
    expect(await plantedIn(run.id)).toBe(outcome?.drill?.plantedMs);
    expect(await runsOfPlan(planId)).toEqual([]);
    // It can be no baseline.
    expect((await boss('PUT', api.baseline(planId), { runId: run.id })).status).toBeGreaterThanOrEqual(400);
    await completeAround(run.id, 22);
    await test.context.db.query(
      `UPDATE runs SET vs_baseline = jsonb_build_object('baselineRunId', $2::text, 'verdict', 'worse', 'sentence', '', 'metrics', '[]'::jsonb) WHERE id = $1`,
      [run.id, reference.id],
    );
    expect((await outcomesOf(made))[0]?.drill?.found, 'a worker of the version before planted nothing').toBeNull();
    await test.context.db.query(`UPDATE runs SET environment = coalesce(environment, '{}') || '{"plantedDelayMs": 2}' WHERE id = $1`, [
      run.id,
    ]);
    expect((await outcomesOf(made))[0]?.drill?.found).toBe(true);
    const teamId = await findTeamId(boss);
    for (const id of [reference.id, run.id])
      await tellRunEnd(test.context.db, {
        eventId: '0',
        runId: id,
        teamId,
        attempt: 1,
        state: 'completed',
        requestId: null,
        traceParent: null,
      });
    expect((await test.context.db.query('SELECT FROM tellings WHERE run_id = ANY($1)', [[reference.id, run.id]])).rowCount).toBe(0);
    expect(await toldOf(made)).toEqual([]);
    await boss('DELETE', api.schedule(made.id));
  });

  it('says why it is not held: the baseline is gone, or too quick for it', async () => {
    const planId = await savedPlan(boss, { ...demo, target: { url: 'http://127.0.0.1:4390/' } });
    const baseline = (await boss<Run>('POST', api.runs, { planId })).body;
    await completeAround(baseline.id, 1);
    await boss('PUT', api.baseline(planId), { runId: baseline.id });
    const made = await makeSchedule(boss, { planId, drill: 0.1 });
    await makeDue(test, made, night);
    await tick(test, soon);
    expect((await outcomesOf(made))[0]?.reason).toMatchObject({ kind: 'drillTooFine', p50Us: expect.any(Number) });
    await boss('PUT', api.baseline(planId), { runId: null });
    await makeDue(test, made, '2027-01-13T02:00:00.000Z');
    await tick(test, '2027-01-13T02:00:00.000Z');
    expect((await outcomesOf(made))[0]?.reason).toEqual({ kind: 'drillNoBaseline' });
  });
});
