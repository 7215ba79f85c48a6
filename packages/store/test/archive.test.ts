/** Series of old runs in an archive: every reader gives the same of them, and nothing is lost whoever is killed, away or at it twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as ask } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ObjectStore } from '@plimsoll/artefacts/object-store';
import { openObjectStore } from '@plimsoll/artefacts/open-object-store';
import { spool } from '@plimsoll/artefacts/spooled-file';
import type { Sample } from '@plimsoll/contracts/sample';
import { openPool } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import { findFigureState } from '@plimsoll/store/figure-state';
import { readSampleExtent, readSampleSeconds } from '@plimsoll/store/measured-runs';
import { moveSamples } from '@plimsoll/store/move-samples';
import { checkArchive, readArchiveFigures, removeLeftObjects, sweepOrphans } from '@plimsoll/store/object-removals';
import { purgeExpired } from '@plimsoll/store/purge';
import { claimRun } from '@plimsoll/store/run-claim';
import { deleteRun } from '@plimsoll/store/runs';
import type { SampleSelection } from '@plimsoll/store/sample-row';
import { appendSamples, readAnswers, readSamples } from '@plimsoll/store/samples';
import { allSamplesAfter, samplesInPieces } from '@plimsoll/store/stored-samples';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { startS3 } from '@plimsoll/testbed/servers/s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countSeries, secondsOfSeries } from '../src/archive/series-format.ts';
import { makeSample, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
const s3 = await startS3();
const objects = openObjectStore(s3.settings, { tries: 1 });
const never = new AbortController().signal;
let db: DbPool;

beforeAll(async () => {
  db = openPool(scene.url, { max: 10, objects });
  await db.query(`UPDATE teams SET samples_days = 7`);
});
afterAll(async () => {
  await db.end();
  objects.close();
  await s3.close();
});

const bytes = (seed: number) => new Uint8Array([seed % 256, 255, 0, 10, 34, 92]);
const requestOf = (name: string, { histograms: _, byRequest: __, ...sample }: Sample) => {
  const { sent, done, failed, outcomes, statuses, doneTimeUs, failedTimeUs, grpcStatuses } = sample;
  const times = ['responseTime', 'serviceTime', 'timeToFirstByte', 'failedTime'];
  const counts = { sent, done, failed, outcomes, statuses, grpcStatuses, doneTimeUs, failedTimeUs, bytes: sample.bytes };
  return { name, ...counts, histograms: Object.fromEntries(times.map((time) => [time, bytes(sample.second + name.length)])) };
};

/** A run that ended ten days ago, of two generators; every other stretch of 50 seconds has requests of its own. */
async function oldRun(seconds = 130, shards = 2): Promise<string> {
  const { id } = await queueRun(db);
  await claimRun(db, id, 1, 'w', secretKey);
  for (let shard = 0; shard < shards; shard += 1) {
    const samples = Array.from({ length: seconds }, (_, second) => {
      const sample = { ...makeSample(second, 10 + shard), errors: [] };
      const parts = Math.floor(second / 50) % 2 === 0 ? [requestOf('log in “ß\n', sample), requestOf('cart', sample)] : [];
      return { ...sample, byRequest: parts } as unknown as Sample;
    });
    await appendSamples(db, id, 1, shard, samples);
  }
  await db.query(`UPDATE runs SET state = 'completed', ended_at = now() - interval '10 days' WHERE id = $1`, [id]);
  return id;
}

const rowsOf = async (id: string) =>
  (
    await db.query<{ n: number }>(
      'SELECT (SELECT count(*) FROM samples WHERE run_id = $1)::int + (SELECT count(*) FROM sample_requests WHERE run_id = $1)::int AS n',
      [id],
    )
  ).rows[0]?.n;
const objectsOf = async (id: string) =>
  (await db.query<{ key: string; kept: boolean }>('SELECT key, kept_at IS NOT NULL AS kept FROM run_objects WHERE run_id = $1', [id])).rows;
const listed = async () => {
  const found: string[] = [];
  for await (const { key } of objects.list('')) found.push(key);
  return found;
};
const contentOf = async (key: string) => buffer(await objects.get(key));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
/** Bytes as text, whatever holds them. */
const legible = (value: unknown): string =>
  JSON.stringify(value, (key, inner) =>
    key === 'histograms' ? Object.entries<Uint8Array>(inner).map(([name, held]) => [name, Buffer.from(held).toString('hex')]) : inner,
  );

const selections: readonly SampleSelection[] = [
  {},
  { measuredOnly: true, withoutRequests: true, histograms: ['responseTime'] },
  { from: 40, to: 110, requestHistograms: ['responseTime'] },
  { from: 1000 },
  { shards: { first: 1, end: 2 }, from: 20, to: 30 },
];

/** What every reader of samples gives. */
async function readAll(id: string): Promise<string> {
  const pieces: Sample[][] = [];
  for (const selection of selections.slice(0, 2)) for await (const piece of samplesInPieces(db, 'red', id, selection)) pieces.push(piece);
  const read = [];
  for (const selection of selections) read.push(await readSamples(db, 'red', id, selection));
  const windows = [null, { from: 10, to: 60 }, { from: 900, to: 901 }];
  return legible({
    read,
    pieces,
    after: [await allSamplesAfter(db, id, 0), await allSamplesAfter(db, id, 100), await allSamplesAfter(db, id, 0, { from: 5, to: 7 })],
    answers: await Promise.all(windows.map((window) => readAnswers(db, 'red', id, window))),
    extents: await Promise.all(windows.map((window) => readSampleExtent(db, 'red', id, window))),
    seconds: await readSampleSeconds(db, id),
    state: await findFigureState(db, 'red', [id]),
  });
}

test('every reader gives the same of moved series, to the byte, and another team none', async () => {
  const [id, coarse] = [await oldRun(), await oldRun(40, 1)];
  await db.query('UPDATE runs SET sample_seconds = 10 WHERE id = $1', [coarse]);
  await db.query(`UPDATE teams SET runs_days = 8`);
  const before = [await readAll(id), await readAll(coarse)];
  const rows = await rowsOf(id);
  expect(rows).toBe(2 * (130 + 2 * 80));
  expect(await moveSamples(db, { id })).toMatchObject({ samples: 260, bytes: expect.any(Number) });
  expect((await moveSamples(db, { id: coarse }))?.samples).toBe(40);
  await db.query(`UPDATE teams SET runs_days = NULL`);
  expect([await rowsOf(id), await rowsOf(coarse)]).toEqual([0, 0]);
  expect([await readAll(id), await readAll(coarse)]).toEqual(before);
  expect(await readSamples(db, 'blue', id)).toEqual([]);
  expect(await readAnswers(db, 'blue', id)).toEqual([]);
  expect(await readSampleExtent(db, 'blue', id)).toBeNull();
  for await (const piece of samplesInPieces(db, 'blue', id)) expect(piece).toEqual([]);
  // Nothing is left to do.
  expect(await moveSamples(db, { id })).toBeNull();
  const figures = await readArchiveFigures(db);
  expect(figures).toMatchObject({ objects: 2, removalsWaiting: 0, lastWrittenAt: expect.any(Date) });
});

test('the object is what docs/archive.md says: lines of JSON with their columns, every row as Postgres has it, and their number', async () => {
  const id = await oldRun(3, 1);
  const { rows } = await db.query<{ row: unknown }>('SELECT to_json(s) AS row FROM samples s WHERE run_id = $1 ORDER BY second', [id]);
  await moveSamples(db, { id });
  const [{ key } = { key: '' }] = await objectsOf(id);
  expect(key).toMatch(new RegExp(`^teams/[0-9a-f]{32}/runs/${id}/series-[0-9a-f]{64}$`));
  const lines = gunzipSync(await contentOf(key))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const [head, ...rest] = lines.map((line) => JSON.parse(line));
  expect(head).toMatchObject({ series: 'plimsoll', format: 1, runId: id, teamId: 'red', attempt: 1, lastSequence: 3, sampleSeconds: 1 });
  expect(head.columns.samples).toEqual(Object.keys(rows[0]?.row as object));
  expect(rest.flatMap((line) => (line[0] === 'samples' ? [line[1]] : []))).toEqual(rows.map(({ row }) => row));
  expect(rest.at(-1)).toEqual({ rows: { samples: 3, sample_requests: 6 } });
  // A later version added a column, and a reader of this one passes it over.
  const later = lines.map((line) => line.replace('"warmup":', '"cosmic_rays":[1,"x"],"warmup":')).join('\n');
  const seconds = [];
  for await (const second of secondsOfSeries(Readable.from([gzipSync(`${later}\n`)]), false)) seconds.push(second);
  expect(seconds.map(({ sample, requests }) => [sample.second, sample.cosmic_rays, requests.length])).toEqual(
    [0, 1, 2].map((n) => [n, [1, 'x'], 2]),
  );
  const cut = lines.slice(0, -1).join('\n');
  for (const broken of [
    gzipSync(`${cut}\n`),
    gzipSync(cut),
    gzipSync('no line of ours\n'),
    Buffer.from('no gzip'),
    gzipSync(later).subarray(0, -9),
    // As a server with bytea_output = escape writes bytes.
    gzipSync(`${lines.join('\n')}\n`.replaceAll('"\\\\x', '"\\\\')),
  ])
    expect(await codeOf(countSeries(Readable.from([broken])))).toBe('archive_damaged');
  expect(await codeOf(countSeries(Readable.from([gzipSync(later.replace('"format":1', '"format":2'))])))).toBe('archive_newer');
});

/** Stands before the store; `meet` is told of each request and says when it goes on. */
function relayTo(port: number, meet: (method: string) => Promise<void>) {
  return startHttpTarget(async (incoming, outgoing) => {
    await meet(incoming.method ?? '');
    const { method, url, headers } = incoming;
    const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}

test('a mover killed at any moment loses nothing: it is done again under the same key', async () => {
  const id = await oldRun();
  const [before, rows] = [await readAll(id), await rowsOf(id)];
  const stuck = new Promise<void>(() => undefined);
  for (const at of ['PUT', 'GET', 'commit'] as const) {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const relay = await relayTo(s3.port, (method) => {
      if (method === at) reach();
      return method === at ? stuck : Promise.resolve();
    });
    const holder = await db.connect();
    if (at === 'commit') {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [id]);
    }
    const settings = JSON.stringify({ ...s3.settings, endpoint: relay.url });
    const mover = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/mover-main.ts'), scene.url, id, settings], {
      stdio: 'inherit',
    });
    if (at === 'commit')
      await expect
        .poll(
          async () =>
            (await db.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'`)).rowCount,
        )
        .toBe(1);
    else await reached;
    // While one is at it no other begins.
    expect(await moveSamples(db, { id })).toBeNull();
    mover.kill('SIGKILL');
    await once(mover, 'exit');
    if (at === 'commit') await holder.query('ROLLBACK');
    holder.release();
    await relay.close();
    expect([at, await rowsOf(id), await objectsOf(id)]).toEqual([at, rows, [{ key: expect.stringContaining(id), kept: false }]]);
  }
  await expect.poll(() => moveSamples(db, { id }).then((freed) => freed?.samples)).toBe(260);
  expect(await objectsOf(id)).toEqual([{ key: expect.stringContaining(id), kept: true }]);
  expect((await listed()).filter((key) => key.includes(id))).toHaveLength(1);
  expect(await readAll(id)).toEqual(before);
});

test('what cannot be written or read back whole is not taken away', async () => {
  const id = await oldRun();
  const rows = await rowsOf(id);
  const holding = (change: Partial<ObjectStore>) => Object.assign(openPool(scene.url, { max: 3 }), { objects: { ...objects, ...change } });
  const cases: [string, DbPool][] = [
    ['denied', holding(openObjectStore({ ...s3.settings, secretAccessKey: 'wrong' }))],
    ['no_bucket', holding(openObjectStore({ ...s3.settings, bucket: 'none-such' }))],
    ['unreachable', holding(openObjectStore({ ...s3.settings, endpoint: 'http://127.0.0.1:1' }, { tries: 1 }))],
    ['missing', holding({ put: async () => undefined })],
    // A store that says yes and keeps something else, or nothing.
    [
      'damaged',
      holding({
        get: async () =>
          (async function* () {
            yield Buffer.from('something else');
          })(),
      }),
    ],
  ];
  for (const [code, pool] of cases) {
    expect([code, await codeOf(moveSamples(pool, { id }))]).toEqual([code, code]);
    expect(await rowsOf(id)).toBe(rows);
    await pool.end();
  }
  // It became a baseline meanwhile.
  const racing = holding({
    put: async (key, file) => {
      await objects.put(key, file);
      await db.query('UPDATE teams SET samples_days = NULL');
    },
  });
  expect(await moveSamples(racing, { id })).toBeNull();
  await racing.end();
  await db.query('UPDATE teams SET samples_days = 7');
  expect([await rowsOf(id), await objectsOf(id)]).toEqual([rows, []]);
  // What was written for nothing goes.
  expect(await removeLeftObjects(db, objects, never)).toBe(1);
  expect((await listed()).some((key) => key.includes(id))).toBe(false);
  const both = await Promise.all([moveSamples(db, { id }), moveSamples(db, { id })]);
  expect(both.filter((freed) => freed !== null)).toHaveLength(1);
  expect(await readSamples(db, 'red', id)).toHaveLength(260);
});

test('questions that come at once fetch the object of their run once, and leave no other file open', async () => {
  const id = await oldRun(10, 1);
  await moveSamples(db, { id });
  let fetched = 0;
  const counting = {
    ...objects,
    get: (key: string) => {
      fetched += 1;
      return objects.get(key);
    },
  };
  const pool = Object.assign(openPool(scene.url, { max: 5 }), { objects: counting });
  const read = await Promise.all([1, 2, 3, 4].map(() => readSamples(pool, 'red', id)));
  expect(read.map(({ length }) => length)).toEqual([10, 10, 10, 10]);
  expect(await readSamples(pool, 'red', id)).toHaveLength(10);
  expect(fetched).toBe(1);
  await pool.end();
});

test('a reader that is overtaken by the move of its run has all of it', async () => {
  const [long, short] = [await oldRun(2100, 1), await oldRun(40)];
  const before = [legible(await allSamplesAfter(db, long, 0)), legible(await readSamples(db, 'red', short))];
  /** The rows go before the query that has this for the nth time. */
  const overtaken = (id: string, text: string, nth: number) => {
    let asked = 0;
    return Object.assign(Object.create(db) as DbPool, {
      query: async (...given: [string, unknown[]]) => {
        if (given[0].includes(text)) asked += 1;
        if (asked === nth && given[0].includes(text)) expect(await moveSamples(db, { id })).not.toBeNull();
        return db.query(...given);
      },
    });
  };
  expect(legible(await allSamplesAfter(overtaken(long, 'ORDER BY s.sequence', 2), long, 0))).toBe(before[0]);
  expect(legible(await readSamples(overtaken(short, 'FROM sample_requests', 1), 'red', short))).toBe(before[1]);
  expect([await rowsOf(long), await rowsOf(short)]).toEqual([0, 0]);
});

test('a reader says where the series are and what is wrong with them', async () => {
  const [id, other] = [await oldRun(10, 1), await oldRun(10, 1)];
  for (const one of [id, other]) await moveSamples(db, { id: one });
  const fresh = () => Object.assign(openPool(scene.url, { max: 1 }), { objects: openObjectStore(s3.settings, { tries: 1 }) });
  const read = async (pool: DbPool, one = id) => {
    const code = await codeOf(readSamples(pool, 'red', one));
    await pool.end();
    return code;
  };
  expect(await read(openPool(scene.url))).toBe('archive_not_set');
  await s3.stop();
  expect(await read(fresh())).toBe('archive_away');
  await s3.start();
  expect(await read(fresh())).toBe('done');
  const [{ key: changed } = { key: '' }] = await objectsOf(id);
  const whole = await contentOf(changed);
  const file = await spool(Readable.from([Buffer.concat([whole.subarray(0, 100), Buffer.from('x'), whole.subarray(101)])]));
  await objects.put(changed, file).finally(file.close);
  expect(await read(fresh())).toBe('archive_damaged');
  const [{ key } = { key: '' }] = await objectsOf(other);
  await objects.remove(key);
  expect(await read(fresh(), other)).toBe('archive_missing');
  expect((await checkArchive(db, objects)).missing).toEqual([{ key, kind: 'series', runId: other, teamId: 'red' }]);
});

test('what a run or a team leaves goes, at least once, and what nobody names is found and swept', async () => {
  const [id, ofTeam] = [await oldRun(5, 1), await oldRun(5, 1)];
  await db.query(`UPDATE runs SET team_id = 'blue' WHERE id = $1`, [ofTeam]);
  for (const table of ['samples', 'sample_requests']) await db.query(`UPDATE ${table} SET team_id = 'blue' WHERE run_id = $1`, [ofTeam]);
  for (const one of [id, ofTeam]) await moveSamples(db, { id: one });
  const named = async (one: string) => (await listed()).some((key) => key.includes(one));
  await deleteRun(db, 'red', id);
  await s3.stop();
  expect(await codeOf(removeLeftObjects(db, objects, never))).toBe('unreachable');
  await s3.start();
  // It is tried again after a pause.
  expect([await removeLeftObjects(db, objects, never), await named(id)]).toEqual([0, true]);
  await db.query('UPDATE object_removals SET due_at = now()');
  expect([await removeLeftObjects(db, objects, never), await named(id)]).toEqual([1, false]);
  await db.query(`DELETE FROM teams WHERE id = 'blue'`);
  expect([await removeLeftObjects(db, objects, never), await named(ofTeam)]).toEqual([1, false]);
  expect((await db.query('SELECT FROM object_removals')).rowCount).toBe(0);

  // A database that was restored knows nothing of what was written since.
  const stray = await oldRun(5, 1);
  await moveSamples(db, { id: stray });
  await db.query('ALTER TABLE run_objects DISABLE TRIGGER USER');
  await db.query('DELETE FROM run_objects WHERE run_id = $1', [stray]);
  await db.query('ALTER TABLE run_objects ENABLE TRIGGER USER');
  expect((await checkArchive(db, objects)).orphans).toEqual([]);
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  const { orphans } = await checkArchive(db, objects, tomorrow);
  expect(orphans.map(({ key }) => key)).toEqual([expect.stringContaining(stray)]);
  expect(await sweepOrphans(db, objects, orphans)).toBe(1);
  expect(await named(stray)).toBe(false);

  // Begun, and never finished.
  const begun = await oldRun(5, 1);
  await db.query(
    `INSERT INTO run_objects (key, run_id, team_id, kind, bytes, sha256, details, begun_at) VALUES ('teams/x', $1, 'red', 'series', 1, '', '{}', now() - interval '25 hours')`,
    [begun],
  );
  expect((await purgeExpired(db))?.begunObjects).toBe(1);
});
