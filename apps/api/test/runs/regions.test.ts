/** A run that workers of several regions made: its window, its story, its files and links, and what is left once its seconds are thinned. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { RegionLine } from '@plimsoll/contracts/region-line';
import type { RetentionFreed } from '@plimsoll/contracts/retention';
import type { Run } from '@plimsoll/contracts/run';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import type { Summary } from '@plimsoll/contracts/summary';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { measureRegion } from '@plimsoll/statistics/region-summary';
import { thinParts } from '@plimsoll/statistics/thin-seconds';
import { readSamples } from '@plimsoll/store/samples';
import { beforeAll, expect, it } from 'vitest';
import { applyRetention } from '../../src/system/retention.ts';
import { everythingShown, share } from '../share/shares.ts';
import { findTeamId, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { runInRegions, sampleAt, timesAround } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';

const { test, boss } = useApi();

/** No word of any page. */
const [near, far] = ['canary-near', 'canary-far'] as const;
const length = 26;
/** The far one is slower from second 12 on. Levels differ from second to second, and never both are highest at once. */
const secondsOf = (place: 0 | 1): Sample[] =>
  Array.from({ length }, (_, second) => {
    const times = timesAround(place === 1 && second >= 12 ? 80 : 10, second, 40);
    return sampleAt(second, times, {
      warmup: second < 2,
      inFlight: place === 0 ? second % 7 : 5 - (second % 5),
      lengthMs: second === 25 ? 400 : 1000,
    });
  });
const samples = { [near]: secondsOf(0), [far]: secondsOf(1) };
const both = [...secondsOf(0), ...secondsOf(1)];

let run: Run;
let twin: Run;
beforeAll(async () => {
  putWebPage(test);
  run = await runInRegions(test, boss, samples);
  twin = await runInRegions(test, boss, samples);
});

const charted = (report: string) => report.includes('p99 by region');
const plainBlanks = (text: string) => text.replace(/\s/g, ' ');
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
interface Charted {
  readonly points: Point[];
  readonly sampleSeconds: number;
}
const chartOf = async (id: string, label?: string) =>
  (await boss<Charted>('GET', `${api.samples(id)}${label ? `?region=${label}` : ''}`)).body;

it('has figures of each region in a window, too, which are those of its seconds alone', async () => {
  const [from, to] = [10, 20];
  const { body: summary } = await boss<Summary>('GET', `${api.windowSummary(run.id)}?from=${from}&to=${to}`);
  const expected = [near, far].map((label) => {
    const own = samples[label]?.filter(({ second }) => second >= from && second < to) ?? [];
    return { ...measureRegion({ label, generators: 1, samples: own }, { durationMs: 10_000 }), stamp: 'valid' };
  });
  expect(summary.byRegion).toEqual(plain(expected));
  expect(summary.byRegion?.reduce((sum, one) => sum + one.requests, 0)).toBe(summary.requests);
  expect(run.summary?.byRegion).toHaveLength(2);
});

it('says in its story from when on one region was slower than the rest', async () => {
  const { findings } = (await boss<Story>('GET', api.story(run.id))).body;
  expect(findings.filter(({ kind }) => kind.startsWith('region_'))).toMatchObject([
    {
      kind: 'region_slower',
      second: 12,
      figures: { region: far, over: false },
      text: expect.stringContaining(`From 0:12 on region “${far}” was slower`),
    },
  ]);
});

it("names its regions in the team's own report, counts them on a link, and is nobody else's", async () => {
  const report = (await boss('GET', api.exported(run.id, 'html'))).text;
  const rows = (text: string) => (text.match(/<table[^>]*aria-label="Regions".*?<\/table>/s) ?? [''])[0];
  for (const label of [near, far]) expect(rows(report)).toContain(label);
  expect(report).toContain(`region “${far}” was slower than the rest`);
  // The slowest of a second's 40 requests took 11 ms, from second 12 on of the far one 81 ms.
  const charts = (text: string) =>
    [...text.matchAll(/aria-label="p99 by region\. Highest second: ([^"]*)\."/g)].map(([, said = '']) => plainBlanks(said));
  expect(charts(report)).toEqual([`${near} 11.0 ms, ${far} 81.0 ms`]);

  const { token } = await share(boss, { runId: run.id });
  const shown = await everythingShown(test, token);
  expect(shown).not.toMatch(/canary/);
  expect(shown).toContain('region “2” was slower than the rest');
  const { content } = (await test.anonymous<{ content: { run: { summary: Summary }; regions: RegionLine[] } }>('GET', api.shared(token)))
    .body;
  const counted = run.summary?.byRegion?.map((region, at) => ({ ...region, label: `Region ${at + 1}` }));
  expect(content.run.summary.byRegion).toEqual(counted);
  expect(content.regions.map(({ label }) => label)).toEqual(['Region 1', 'Region 2']);
  for (const [place, { points }] of content.regions.entries()) {
    expect(points.map(({ second }) => second)).toEqual(Array.from({ length }, (_, second) => second));
    const slowest = points.map((_, second) => (place === 1 && second >= 12 ? 81_000 : 11_000));
    for (const [second, { p99Us }] of points.entries())
      expect(Math.abs((p99Us ?? 0) / (slowest[second] ?? 0) - 1), `region ${place + 1}, second ${second}`).toBeLessThan(0.01);
  }
  // The page without a script has the very rows of the report, but for the names.
  const cells = (text: string) => rows(text).replaceAll(near, 'Region 1').replaceAll(far, 'Region 2');
  const page = (await test.anonymous('GET', `/s/${token}`)).text;
  expect(rows(page)).not.toBe('');
  expect(cells(page)).toBe(cells(report));

  const kept = await boss<{ id: string }>('POST', api.comparisons, { base: [run.id], candidates: [[twin.id]], title: 'twins' });
  expect(kept.body).toMatchObject({ candidates: [{ byRegion: [{ name: near }, { name: far }] }] });
  const compared = await everythingShown(test, (await share(boss, { comparisonId: kept.body.id })).token);
  expect(compared).not.toMatch(/canary/);
  expect(compared).toContain('By region');

  const others = await otherTeam(test);
  for (const path of [
    `${api.samples(run.id)}?region=${far}`,
    `${api.windowSummary(run.id)}?from=1&to=9`,
    api.story(run.id),
    api.exported(run.id, 'html'),
  ]) {
    const { status, text } = await others('GET', path);
    expect([status, /canary/.test(text)], path).toEqual([404, false]);
  }
});

it('keeps regions apart where its seconds are thinned, as foretold; together they are the whole thinned', async () => {
  const { db, analysis } = test.context;
  const teamId = await findTeamId(boss);
  const old = await runInRegions(test, boss, samples);
  const fresh = await runInRegions(test, boss, samples);
  await db.query(`UPDATE runs SET ended_at = now() - interval '10 days' WHERE id = $1`, [old.id]);
  const retention = { samplesDays: 7, runsDays: null };
  const preview = (await boss<RetentionFreed>('GET', `${api.retentionPreview}?samplesDays=7`)).body;
  expect((await boss('PUT', api.team, { retention })).status).toBe(200);
  const signal = new AbortController().signal;
  const freed = (
    await applyRetention({
      db,
      analysis,
      signal,
      onHopeless: (_, error) => {
        throw error;
      },
    })
  ).get(teamId);
  // 2 s of warm-up, then 8, 10 and 6 s, of each region.
  expect(freed?.thinned).toMatchObject({ runs: 1, samples: 2 * (length - 4) });
  expect(preview.thinned).toMatchObject({ runs: 1, samples: 2 * (length - 4) });

  const [whole, apart] = [await chartOf(old.id), await Promise.all([near, far].map((label) => chartOf(old.id, label)))];
  expect(whole.sampleSeconds).toBe(10);
  expect(whole.points).toEqual(plain(mergeIntoPoints(thinParts([both], 10)[0] ?? [], 10)));
  for (const [place, label] of [near, far].entries())
    expect(apart[place]?.points.map(({ done, responseTime }) => [done, responseTime])).toEqual(
      plain(mergeIntoPoints(samples[label] ?? [], 10).map(({ done, responseTime }) => [done, responseTime])),
    );
  const levels = (at: number) => apart.reduce((sum, { points }) => sum + (points[at]?.inFlight ?? Number.NaN), 0);
  expect(whole.points.map((_, at) => levels(at))).toEqual(whole.points.map(({ inFlight }) => inFlight));

  const found = (await boss<Run>('GET', api.run(old.id))).body;
  expect(found.summary).toEqual(old.summary);
  const window = (await boss<Summary>('GET', `${api.windowSummary(old.id)}?from=10&to=20`)).body;
  expect(window.byRegion?.map(({ label, requests }) => [label, requests])).toEqual([
    [near, 400],
    [far, 400],
  ]);
  const [candidate] = (await boss<ComparisonResult>('GET', api.comparison([old.id], [fresh.id]))).body.candidates;
  expect(candidate?.byRegion?.map(({ name, metrics }) => [name, metrics.length > 0])).toEqual([
    [near, true],
    [far, true],
  ]);

  expect(charted((await boss('GET', api.exported(old.id, 'html'))).text)).toBe(true);

  // An older version left samples of all regions together: nothing is called a region's that is not.
  await db.query('DELETE FROM samples WHERE run_id = $1 AND shard > 0', [old.id]);
  expect(await readSamples(db, teamId, old.id)).toHaveLength(4);
  // Asked for otherwise than before: answers about a run that is over are kept.
  expect(await chartOf(old.id, `${near}&resolution=20`)).toMatchObject({ points: [], sampleSeconds: 10 });
  expect((await boss<Summary>('GET', `${api.windowSummary(old.id)}?from=10&to=26`)).body.byRegion).toBeUndefined();
  expect(charted((await boss('GET', api.exported(old.id, 'html'))).text)).toBe(false);
});
