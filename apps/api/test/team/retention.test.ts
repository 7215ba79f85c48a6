/** Samples of old runs are thinned, then dropped, as the team says: what is foretold is what goes, and the figures stay. */
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import type { RetentionFreed, TeamStorage } from '@plimsoll/contracts/retention';
import type { Run } from '@plimsoll/contracts/run';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import { summarise } from '@plimsoll/statistics/summary';
import { thinParts } from '@plimsoll/statistics/thin-seconds';
import { makeSampleMonths } from '@plimsoll/store/sample-months';
import { readSamples } from '@plimsoll/store/samples';
import { expect, it } from 'vitest';
import { applyRetention } from '../../src/system/retention.ts';
import type { Ask } from '../support/asking.ts';
import { findUserId, member } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, makeRequestSample, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';

const { test, boss } = useApi({ teamMakers: 'anyone' });

interface Charted {
  readonly points: readonly Point[];
  readonly resolutionSeconds: number;
  readonly sampleSeconds: number;
}

async function ownTeam() {
  const teamId = (await boss<{ id: string }>('POST', api.teams, { name: 'Old runs' })).body.id;
  const owner = await member(test, teamId, 'owner');
  await test.context.db.query('DELETE FROM members WHERE team_id = $1 AND user_id = $2', [teamId, await findUserId(boss)]);
  return { teamId, owner, viewer: await member(test, teamId, 'viewer') };
}

/** 65 seconds, the first five of them warm-up. */
function seconds(ms: number): Sample[] {
  return Array.from({ length: 65 }, (_, second) => sampleAt(second, timesAround(ms, second), { warmup: second < 5, inFlight: second % 4 }));
}

async function oldRun(
  ask: Ask,
  daysAgo: number,
  samples: readonly Sample[],
  change: Parameters<typeof planInput>[0] = {},
): Promise<string> {
  const { id } = await launch(ask, planInput(change));
  await complete(test, id, samples);
  await test.context.db.query(`UPDATE runs SET ended_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, daysAgo]);
  return id;
}

const samplesOf = async (runId: string) =>
  (await test.context.db.query<{ n: number }>('SELECT count(*)::int AS n FROM samples WHERE run_id = $1', [runId])).rows[0]?.n;

/** Bytes as text, whatever holds them. */
const legible = (samples: readonly Sample[]): unknown =>
  JSON.parse(
    JSON.stringify(samples, (key, value) =>
      key === 'histograms' ? Object.entries<Uint8Array>(value).map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]) : value,
    ),
  );

const apply = () =>
  applyRetention({
    db: test.context.db,
    analysis: test.context.analysis,
    onHopeless: (_, error) => {
      throw error;
    },
    signal: new AbortController().signal,
  });

it('thins and drops what it foretold, keeps baselines and shared runs, and every figure', async () => {
  const { teamId, owner, viewer } = await ownTeam();
  const slow = await oldRun(owner, 10, seconds(20));
  const fast = await oldRun(owner, 9, seconds(10));
  const gone = await oldRun(owner, 40, seconds(10));
  const shared = await oldRun(owner, 40, seconds(10));
  const fresh = await oldRun(owner, 1, seconds(10));
  const names = ['login', 'cart'];
  const parted = seconds(10).map((sample) => ({
    ...sample,
    byRequest: names.map((name) => makeRequestSample(name, sampleAt(sample.second, timesAround(10, sample.second, 20)))),
  }));
  const requests = names.map((name) => ({ name, url: `http://127.0.0.1:8787/${name}` }));
  const several = await oldRun(owner, 12, parted, { target: null, requests });
  const link = await owner('POST', api.shares, { runId: shared });
  expect(link.status, link.text).toBe(201);

  const chart = async (id: string) => (await owner<Charted>('GET', api.samples(id))).body;
  const compared = async () =>
    (
      await owner<{ candidates: { metrics: { metric: string; verdict: string; candidate: number }[] }[] }>(
        'GET',
        api.comparison([slow], [fast]),
      )
    ).body.candidates[0]?.metrics;
  const [before, run, verdicts] = [await chart(slow), (await owner<Run>('GET', api.run(slow))).body, await compared()];
  const requestSamples = await readSamples(test.context.db, teamId, several);

  const retention = { samplesDays: 7, runsDays: 30 };
  const query = `${api.retentionPreview}?samplesDays=7&runsDays=30`;
  expect((await viewer('GET', query)).status).toBe(403);
  expect((await viewer('PUT', api.team, { retention })).status).toBe(403);
  const preview = (await owner<RetentionFreed>('GET', query)).body;
  // 5 of the warm-up, 5 and 50 measured: in tens of seconds 1 and 1 + 5 + 1.
  expect(preview.thinned).toMatchObject({ runs: 3, samples: 3 * (65 - 8) });
  expect(preview.dropped).toMatchObject({ runs: 1, samples: 65 });
  expect(await apply()).toEqual(new Map());

  const stored = (await owner<TeamStorage>('GET', api.teamStorage)).body;
  expect(stored).toMatchObject({ runs: 6, samples: 6 * 65 });
  expect(stored.bytes).toBeGreaterThan(preview.dropped.bytes);

  const said = await owner('PUT', api.team, { retention });
  expect(said.body, said.text).toMatchObject({ name: 'Old runs', retention });
  expect((await viewer('GET', api.team)).body).toMatchObject({ retention });
  const { items } = (await owner<{ items: AuditEntry[] }>('GET', `${api.audit}?what=team.edit`)).body;
  expect(items.map(({ details }) => details)).toEqual([retention]);
  const freed = (await apply()).get(teamId);
  expect(freed?.dropped).toEqual(preview.dropped);
  expect(freed?.thinned).toMatchObject({ runs: preview.thinned.runs, samples: preview.thinned.samples });
  expect(freed?.thinned.bytes).toBeGreaterThan(0.5 * preview.thinned.bytes);
  expect(freed?.thinned.bytes).toBeLessThan(1.5 * preview.thinned.bytes);
  expect((await owner<TeamStorage>('GET', api.teamStorage)).body.lastFreed).toMatchObject({ ...freed, at: expect.any(String) });
  // Nothing is left to do.
  expect((await owner<RetentionFreed>('GET', query)).body.thinned.runs).toBe(0);
  expect(await apply()).toEqual(new Map());
  expect(await Promise.all([slow, gone, shared, fresh].map(samplesOf))).toEqual([8, 0, 65, 65]);
  expect((await owner<TeamStorage>('GET', api.teamStorage)).body.samples).toBeLessThan(6 * 65 - 200);

  // The figures that were kept are those that the thinned seconds tell.
  const kept = (await owner<Run>('GET', api.run(slow))).body;
  expect(kept.summary).toEqual(run.summary);
  const told = summarise(await readSamples(test.context.db, teamId, slow));
  const unthinned = { statusSeconds: null, peakInFlight: null, whileLoaded: null };
  expect({ ...told, ...unthinned }).toEqual({ ...run.summary, ...unthinned });
  expect((await owner<Run>('GET', api.run(gone))).body.summary?.requests).toBe(run.summary?.requests);

  const after = await chart(slow);
  expect([before, after].map(({ resolutionSeconds, sampleSeconds }) => [resolutionSeconds, sampleSeconds])).toEqual([
    [1, 1],
    [10, 10],
  ]);
  expect(after.points.map(({ second, seconds: covered, warmup }) => ({ second, covered, warmup }))).toEqual([
    { second: 0, covered: 5, warmup: true },
    { second: 5, covered: 5, warmup: false },
    ...[10, 20, 30, 40, 50].map((second) => ({ second, covered: 10, warmup: false })),
    { second: 60, covered: 5, warmup: false },
  ]);
  const sum = (points: readonly Point[]) => points.reduce((total, { done }) => total + done, 0);
  expect(sum(after.points)).toBe(sum(before.points));
  expect(await chart(gone)).toMatchObject({ points: [], sampleSeconds: 0 });
  const refused = await owner<{ code: string }>('GET', api.comparison([slow], [gone]));
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect(legible(await readSamples(test.context.db, teamId, several))).toEqual(legible(thinParts([requestSamples], 10)[0] ?? []));

  // A comparison says the same of both, though its intervals have fewer units to rest on.
  const again = await compared();
  const figures = (metrics: typeof again) =>
    metrics
      ?.filter(({ metric }) => ['throughput', 'p50', 'p99'].includes(metric))
      .map(({ metric, verdict, candidate }) => ({ metric, verdict, candidate }));
  expect(figures(again)).toEqual(figures(verdicts));
});

it('a month goes as a whole once what is kept of it was moved; where much is kept, run by run', async () => {
  const { db } = test.context;
  const { owner } = await ownTeam();
  const year = 2000 + Math.floor(Math.random() * 15);
  const [month, table] = [`${year}-01-01`, `samples_${year}_01`];
  const old = async (samples: readonly Sample[]) => {
    const id = await oldRun(owner, 3000, samples);
    await db.query('INSERT INTO sample_months VALUES ($1) ON CONFLICT DO NOTHING', [month]);
    await db.query('UPDATE samples SET month = $1 WHERE run_id = $2', [month, id]);
    await db.query('UPDATE runs SET sample_month = $1 WHERE id = $2', [month, id]);
    return id;
  };
  const [one, other, short, compared] = [await old(seconds(10)), await old(seconds(10)), await old([]), await old(seconds(10).slice(0, 6))];
  const saved = await owner<{ id: string }>('POST', api.plans, { plan: planInput() });
  expect(saved.status, saved.text).toBe(201);
  const planId = saved.body.id;
  await db.query('UPDATE plans SET baseline_run_id = $1 WHERE id = $2', [other, planId]);
  const fresh = await oldRun(owner, 1, seconds(20));
  const kept = await owner('POST', api.comparisons, { base: [fresh], candidates: [[compared]], title: 'kept' });
  expect(kept.status, kept.text).toBe(201);
  await owner('PUT', api.team, { retention: { samplesDays: null, runsDays: 1000 } });
  const counted = () => Promise.all([one, other, short, compared].map(samplesOf));
  const found = async () => (await db.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [table])).rows[0]?.found;
  const freed = async () => {
    const teamId = (await db.query<{ id: string }>('SELECT team_id AS id FROM runs WHERE id = $1', [one])).rows[0]?.id ?? '';
    const preview = (await owner<RetentionFreed>('GET', `${api.retentionPreview}?runsDays=1000`)).body;
    expect((await apply()).get(teamId)).toEqual(preview.dropped.runs === 0 ? undefined : preview);
    return preview.dropped;
  };

  expect(await freed()).toMatchObject({ runs: 2, samples: 65 });
  expect([await found(), await counted()]).toEqual([table, [0, 65, 0, 6]]);
  await db.query('UPDATE plans SET baseline_run_id = NULL WHERE id = $1', [planId]);
  expect(await freed()).toMatchObject({ runs: 1, samples: 65 });
  expect([await found(), await counted()]).toEqual([null, [0, 0, 0, 6]]);
  expect((await owner<Charted>('GET', api.samples(compared))).body.points).toHaveLength(6);
  expect((await owner<Run>('GET', api.run(other))).body.summary?.requests).toBeGreaterThan(0);
  expect(await freed()).toMatchObject({ runs: 0 });
});

it('months are made ahead, and a run finds a place without its own', async () => {
  const { db } = test.context;
  await makeSampleMonths(db, new Date('2037-11-30T23:59:59Z'));
  const { rows } = await db.query(`SELECT month::text FROM sample_months WHERE month BETWEEN '2037-11-01' AND '2038-03-01' ORDER BY month`);
  expect(rows.map(({ month }) => month)).toEqual(['2037-11-01', '2037-12-01', '2038-01-01']);
  const client = await db.connect();
  try {
    await client.query('BEGIN');
    await client.query(`DELETE FROM sample_months WHERE month BETWEEN '1970-02-01' AND now()`);
    const place = await client.query<{ month: string }>('SELECT current_sample_month()::text AS month');
    expect(place.rows[0]?.month).toBe('1970-01-01');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
