/** Plans with several requests: what each second keeps of each, and how such plans are found. */
import { type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { listRuns } from '@plimsoll/store/list-runs';
import { appendSamples, readSamples, samplesAfter } from '@plimsoll/store/samples';
import { expect, test } from 'vitest';
import { makePlan, makeSample, queueRun, useDatabase } from './support.ts';

const scene = useDatabase();

const requests = ['login', 'cart', 'pay'].map((name) => ({ name, url: `http://127.0.0.1:8080/api/${name}-page` }));
const plan = makePlan({ target: null, requests });

async function underWay(of = plan): Promise<string> {
  const { id } = await queueRun(scene.db, { plan: of });
  await scene.db.query(`UPDATE runs SET state = 'running' WHERE id = $1`, [id]);
  return id;
}

function requestSample(name: string, sent: number): RequestSample {
  return {
    name,
    sent,
    done: sent,
    failed: 0,
    outcomes: sent > 0 ? { response: sent } : {},
    statuses: sent > 0 ? { 200: sent } : {},
    doneTimeUs: 10 * sent,
    failedTimeUs: 0,
    histograms: {
      ...(Object.fromEntries(requestTimeNames.map((time, index) => [time, new Uint8Array([sent, index])])) as RequestSample['histograms']),
      responseTime: new Uint8Array([sent, 0, 255]),
      timeToFirstByte: new Uint8Array(),
    },
  };
}

function secondOf(second: number, first: number): Sample {
  return {
    ...makeSample(second, first + 3),
    byRequest: [requestSample('login', first), requestSample('cart', 3), requestSample('pay', 0)],
  };
}

/** The driver's buffers as plain bytes. */
function plain(samples: readonly Sample[]): unknown {
  const bytesOf = (histograms: object) => Object.entries(histograms).map(([name, bytes]) => [name, ...(bytes as Uint8Array)]);
  return samples.map(({ histograms, byRequest, ...rest }) => ({
    ...rest,
    histograms: bytesOf(histograms),
    byRequest: byRequest.map((request) => ({ ...request, histograms: bytesOf(request.histograms) })),
  }));
}

test("each request's part of a second comes back as it went in, in the plan's order, to every reader", async () => {
  const id = await underWay();
  const given = [secondOf(0, 4), secondOf(1, 5), secondOf(2, 6)];
  await appendSamples(scene.db, id, 1, 0, given.slice(0, 2));
  await appendSamples(scene.db, id, 1, 0, given.slice(2));
  await appendSamples(scene.db, id, 1, 1, [secondOf(1, 9)]);
  const bySequence = (await samplesAfter(scene.db, id, 0)).map(({ sample }) => sample);
  expect(plain(bySequence)).toEqual(plain([...given, secondOf(1, 9)]));
  expect(plain((await samplesAfter(scene.db, id, 2)).map(({ sample }) => sample))).toEqual(plain([secondOf(2, 6), secondOf(1, 9)]));
  expect((await readSamples(scene.db, 'red', id)).map(({ second, byRequest }) => [second, byRequest.map(({ sent }) => sent)])).toEqual([
    [0, [4, 3, 0]],
    [1, [5, 3, 0]],
    [1, [9, 3, 0]],
    [2, [6, 3, 0]],
  ]);
  expect((await readSamples(scene.db, 'red', id, { measuredOnly: true })).map(({ second }) => second)).toEqual([1, 1, 2]);
  expect((await readSamples(scene.db, 'red', id, { withoutRequests: true })).flatMap(({ byRequest }) => byRequest)).toEqual([]);
  expect(await readSamples(scene.db, 'blue', id)).toEqual([]);
});

test('a repeated append changes no part of a second that was kept, and one that is gone leaves none', async () => {
  const id = await underWay();
  await appendSamples(scene.db, id, 1, 0, [secondOf(0, 4)]);
  const before = plain(await readSamples(scene.db, 'red', id));
  const other = { ...secondOf(0, 99), byRequest: [...secondOf(0, 99).byRequest, requestSample('a fourth', 7)] };
  await appendSamples(scene.db, id, 1, 0, [other]);
  await appendSamples(scene.db, id, 1, 0, [secondOf(0, 4), other]);
  expect(plain(await readSamples(scene.db, 'red', id))).toEqual(before);
  expect((await appendSamples(scene.db, id, 2, 0, [secondOf(1, 4)])).answer).toBe('gone');
  const { rows } = await scene.db.query('SELECT second, place, name, team_id FROM sample_requests WHERE run_id = $1 ORDER BY place', [id]);
  expect(rows).toEqual(['login', 'cart', 'pay'].map((name, place) => ({ second: 0, place, name, team_id: 'red' })));
});

test('a plan with one target writes no rows of requests, and a run takes its own along when it is deleted', async () => {
  const rowsOf = async (id: string) => (await scene.db.query('SELECT FROM sample_requests WHERE run_id = $1', [id])).rowCount;
  const one = await underWay(makePlan());
  await appendSamples(scene.db, one, 1, 0, [makeSample(0), makeSample(1)]);
  expect(await rowsOf(one)).toBe(0);
  expect((await readSamples(scene.db, 'red', one)).map(({ byRequest }) => byRequest)).toEqual([[], []]);
  const several = await underWay();
  await appendSamples(scene.db, several, 1, 0, [secondOf(0, 4)]);
  expect(await rowsOf(several)).toBe(3);
  await scene.db.query('DELETE FROM runs WHERE id = $1', [several]);
  expect(await rowsOf(several)).toBe(0);
});

test('a run is found by the name and the URL of any of its requests, and other plans not by their lack of them', async () => {
  const several = await queueRun(scene.db, { teamId: 'blue', plan });
  const one = await queueRun(scene.db, { teamId: 'blue', plan: makePlan({ target: { url: 'http://127.0.0.1:8080/alone' } }) });
  const found = async (search: string) => (await listRuns(scene.db, 'blue', { limit: 50, search })).items.map(({ id }) => id);
  expect(await found('CART-page')).toEqual([several.id]);
  expect(await found('pay')).toEqual([several.id]);
  expect(await found('login cart')).toEqual([several.id]);
  expect(await found('/alone')).toEqual([one.id]);
  expect(await found('[]')).toEqual([]);
});
