/** F2: an import keeps no row for a second that has no data, its figures are those of all its seconds, and a team's day has an end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defaultImportCaps } from '@plimsoll/contracts/import-caps';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import { noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { otherTeam, signIn } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const day = 86_400;

/** Requests by the second that they are in, as k6 writes them. */
function k6Csv(seconds: readonly number[]): string {
  const head = 'metric_name,timestamp,metric_value,check,error,error_code,status,url';
  return [head, ...seconds.map((second) => `http_req_duration,${1_795_357_000 + second},5,,,,200,http://127.0.0.1:1/`)].join('\n');
}

function hdrLog(seconds: readonly number[]): string {
  const histogram = emptyHistogram();
  record(histogram, 5000);
  const empty = Buffer.from(encode(emptyHistogram())).toString('base64');
  const full = Buffer.from(encode(histogram)).toString('base64');
  const line = (second: number, isFull: boolean) => `${second}.000,1.000,${isFull ? '5.000' : '0.000'},${isFull ? full : empty}`;
  const last = seconds.at(-1) ?? 0;
  // Lines without a value are no data either.
  return [
    '#[StartTime: 1795357000.0 (seconds since epoch)]',
    line(0, seconds[0] === 0),
    ...seconds.filter((at) => at > 0).map((at) => line(at, true)),
    line(last + 1, false),
  ].join('\n');
}

describe('seconds without data', () => {
  // Sixty runs of hours are more than a team may import in a day.
  const { test, boss } = useApi({ importCaps: { perMinute: 1000, perDay: { ...defaultImportCaps.perDay, seconds: 1e8 } } });
  const bring = async (body: string, query = '') => {
    const answer = await boss<Run>('POST', `${api.imports}${query}`, body, { 'content-type': 'text/plain' });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const rowsOf = async (id: string) =>
    (await test.context.db.query<{ second: number }>('SELECT second FROM samples WHERE run_id = $1 ORDER BY second', [id])).rows.map(
      ({ second }) => second,
    );
  const pointsOf = async (id: string, query = '') => (await boss<{ points: Point[] }>('GET', `${api.samples(id)}${query}`)).body.points;

  it('two requests a day apart are two rows, and a run of a day', async () => {
    const run = await bring(k6Csv([0, day - 1]), '?file=k6.csv');
    expect(await rowsOf(run.id)).toEqual([0, day - 1]);
    expect(run.summary).toMatchObject({ requests: 2, durationMs: day * 1000, throughputPerSecond: 2 / day });
    const points = await pointsOf(run.id);
    expect(points.length).toBeLessThanOrEqual(600);
    expect(points.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(day);
    expect(points.reduce((sum, { done }) => sum + done, 0)).toBe(2);
    // A window in which there is nothing, second by second.
    const window = await pointsOf(run.id, '?from=1000&to=1060');
    expect(window.map(({ second, done, lengthMs }) => [second, done, lengthMs])).toEqual(
      Array.from({ length: 60 }, (_, at) => [1000 + at, 0, 1000]),
    );
    const figures = (await boss<Summary>('GET', `${api.windowSummary(run.id)}?from=0&to=100`)).body;
    expect(figures).toMatchObject({ requests: 1, durationMs: 100_000, throughputPerSecond: 0.01 });
    for (const read of [api.story, api.curve, api.latency]) expect((await boss('GET', read(run.id))).status).toBe(200);
    expect((await boss('GET', api.comparison([run.id], [(await bring(k6Csv([0, day - 1]))).id]))).status).toBe(200);
    const csv = (await boss('GET', `/api/v1/runs/${run.id}/export?format=csv`)).text.trim().split('\n');
    expect(csv).toHaveLength(day + 1);
  });

  it('whatever seconds a file has: a row for each of them, and a run of all', async () => {
    for (let round = 0; round < rounds(60, 4); round++) {
      const gaps = Array.from({ length: 1 + (round % 9) }, (_, at) => 1 + ((round * 7919 + at * 104_729) % 4000));
      const seconds = [0];
      for (const gap of gaps) seconds.push((seconds.at(-1) ?? 0) + gap);
      const last = seconds.at(-1) ?? 0;
      const [byRow, byLog] = [await bring(k6Csv(seconds)), await bring(hdrLog(seconds), '?url=http://127.0.0.1:1/')];
      for (const [run, length] of [
        [byRow, last + 1],
        [byLog, last + 2],
      ] as const) {
        const rows = await rowsOf(run.id);
        noteFigure('F2', 'rows of seconds without data', rows.filter((second) => !seconds.includes(second)).length);
        expect(rows).toEqual(seconds);
        expect(run.summary).toMatchObject({ requests: seconds.length, durationMs: 1000 * length });
        const points = await pointsOf(run.id);
        expect(points.reduce((sum, one) => sum + one.seconds, 0)).toBe(length);
      }
    }
  });

  it('a thinned run keeps no row for ten seconds without data either', async () => {
    const run = await bring(k6Csv([0, 3, 47, 1000, 9000]));
    await test.context.db.query(`UPDATE runs SET ended_at = now() - interval '9 days' WHERE id = $1`, [run.id]);
    await test.context.db.query('UPDATE teams SET samples_days = 1');
    const { rows } = await test.context.db.query<{ teamId: string; endedAt: string }>(
      'SELECT team_id AS "teamId", ended_at::text AS "endedAt" FROM runs WHERE id = $1',
      [run.id],
    );
    for (const due of rows) await test.context.analysis.thinRun({ id: run.id, due: 'thin', ...due });
    expect(await rowsOf(run.id)).toEqual([0, 40, 1000, 9000]);
    const points = await pointsOf(run.id);
    expect(points.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(9001);
    await test.context.db.query('UPDATE teams SET samples_days = NULL');
  });
});

describe('imports of a team', () => {
  const caps = { perMinute: 6, perDay: { ...defaultImportCaps.perDay, rows: 10, seconds: 1000, bytes: 200_000 } };
  const { test, boss } = useApi({ importCaps: caps });
  const bring = (ask: typeof boss, body: string) => ask<Run>('POST', api.imports, body, { 'content-type': 'text/plain' });
  const forget = () => test.context.db.query('DELETE FROM import_usage');
  const age = (interval: string) => test.context.db.query(`UPDATE import_usage SET at = at - interval '${interval}'`);

  it('ends with the rows, the seconds and the megabytes of a day, and says when there is room again', async () => {
    const rowsOf = (count: number) => k6Csv(Array.from({ length: count }, (_, second) => second));
    expect((await bring(boss, rowsOf(8))).status).toBe(201);
    const over = await bring(boss, rowsOf(3));
    expect([over.status, problemIn(over).detail]).toEqual([429, expect.stringContaining('It has imported 8, and this file has 3')]);
    const wait = Number(over.headers['retry-after']);
    expect(wait).toBeGreaterThan(86_000);
    expect(wait).toBeLessThanOrEqual(day);
    expect((await bring(boss, rowsOf(2))).status).toBe(201);
    // Nobody waits for what never fits.
    const never = await bring(boss, rowsOf(11));
    expect([never.status, never.headers['retry-after']]).toEqual([413, undefined]);
    // Another team has a day of its own.
    expect((await bring(await otherTeam(test), rowsOf(8))).status).toBe(201);
    await age('1 day');
    expect((await bring(boss, rowsOf(8))).status).toBe(201);

    await forget();
    expect((await bring(boss, k6Csv([0, 899]))).status).toBe(201);
    expect((await bring(boss, k6Csv([0, 101]))).status).toBe(429);
    expect((await bring(boss, k6Csv([0, 1000]))).status).toBe(413);

    await forget();
    const padded = (bytes: number) => `${k6Csv([0])}\n${'x'.repeat(bytes)}`;
    expect((await bring(boss, padded(150_000))).status).toBe(201);
    expect((await bring(boss, padded(100_000))).status).toBe(429);
    // Packed, it is counted as it is unpacked.
    const packed = await test.app.inject({
      method: 'POST',
      url: api.imports,
      payload: gzipSync(padded(100_000)),
      headers: { cookie: await signIn(test), 'content-type': 'application/gzip' },
    });
    expect(packed.statusCode, packed.body).toBe(429);
    await forget();
    expect((await bring(boss, padded(250_000))).status).toBe(413);
  });

  it('and with the imports of a minute, also those that come at once', async () => {
    await forget();
    const file = readFileSync(join(import.meta.dirname, '../../../../packages/import/fixtures/wrk.txt'), 'utf8');
    const answers: number[] = [];
    for (let at = 0; at < 8; at++) answers.push((await bring(boss, file)).status);
    expect(answers).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
    const wait = Number((await bring(boss, file)).headers['retry-after']);
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(60);
    await age('1 minute');
    expect((await bring(boss, file)).status).toBe(201);
    await forget();
    // Rows are counted where the run is kept: of three at once two fit.
    const five = k6Csv([0, 1, 2, 3, 4]);
    const atOnce = await Promise.all(Array.from({ length: 3 }, () => bring(boss, five)));
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(2);
  });
});
