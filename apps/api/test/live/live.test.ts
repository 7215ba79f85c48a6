import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveState, liveSnapshotSchema, liveStateSchema } from '@plimsoll/contracts/live';
import { api } from '@plimsoll/contracts/paths';
import { runSchema } from '@plimsoll/contracts/run';
import { type Point, pointSchema } from '@plimsoll/contracts/sample';
import { claimRun } from '@plimsoll/store/run-claim';
import { readyShard } from '@plimsoll/store/run-shards';
import { workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { describe, expect, it } from 'vitest';
import { environment, finish, finishedRun, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';
import { type Listener, type Snapshot, sample, useLiveScene } from './live-scene.ts';

const { test, boss, listen, running } = useLiveScene();

describe('watching a run', () => {
  it('gets a snapshot, each second once, the states and the end, and shares one poller', async () => {
    const run = await running(planInput({ thresholds: ['p(99) < 1s', 'p(50) < 1ms'] }));
    await put(test, run.id, [sample(0), sample(1)]);
    const listeners = Array.from({ length: 5 }, () => listen(run.id));
    const [first] = listeners as [Listener];
    await Promise.all(listeners.map((listener) => listener.until(({ events }) => events.length > 0)));
    expect(test.context.feeds.size).toBe(1);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    // A reader that takes compressed answers gets its events plain all the same: an encoder would hold them back.
    const compressing = listen(run.id, { 'accept-encoding': 'gzip, br, zstd' });
    await compressing.until(({ events }) => events.length > 0);
    expect(compressing.headers.get('content-encoding')).toBeNull();
    compressing.leave();
    for (let second = 2; second < 8; second++) {
      await put(test, run.id, [sample(second)]);
      await sleep(60);
    }
    await first.until(({ seconds }) => seconds.length === 8);
    // A later viewer is given the points that were read for the first, and those that came since.
    const late = listen(run.id);
    await late.until(({ seconds }) => seconds.length === 8);
    const [given, before] = [late, first].map((one) => liveSnapshotSchema.parse(one.of('snapshot')[0]?.data).points);
    expect(given).toEqual(before);
    listeners.push(late);
    const lastState = () => first.of('state').at(-1)?.data as LiveState | undefined;
    await first.until(() => lastState()?.thresholds.length === 2);
    expect(lastState()?.thresholds.map(({ passed }) => passed)).toEqual([true, false]);
    expect((await boss('POST', api.stopRun(run.id))).status).toBe(202);
    await first.until((listener) => listener.of('state').some(({ data }) => (data as LiveState).state === 'stopping'));
    await finish(test, run.id, [sample(0)]);
    await Promise.all(listeners.map(({ done }) => done));
    for (const listener of listeners) {
      expect(listener.seconds).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(listener.events[0]?.event).toBe('snapshot');
      expect(listener.events.at(-1)?.event).toBe('end');
      expect(listener.events.map(({ id }) => id)).toEqual(listener.events.map(({ id }) => id).sort((a, b) => a - b));
    }
    liveSnapshotSchema.parse(first.of('snapshot')[0]?.data);
    for (const { data } of first.of('sample')) pointSchema.parse(data);
    for (const { data } of first.of('state')) liveStateSchema.parse(data);
    expect(runSchema.parse(first.of('end')[0]?.data).state).toBe('completed');
    await expect.poll(() => test.context.feeds.size).toBe(0);
  });

  it('resumes after a lost connection without a gap and without a double', async () => {
    const run = await running();
    // One after the other, as a worker does: sequence numbers follow the order of commits.
    const writer = (async () => {
      for (let second = 0; second < 60; second++) {
        await put(test, run.id, [sample(second)]);
        await sleep(40);
      }
    })();
    const seen: number[] = [];
    let last: string | undefined;
    try {
      for (let connection = 0; seen.length < 60; connection++) {
        const listener = listen(run.id, last === undefined ? {} : { 'last-event-id': last });
        await listener.until(({ seconds }) => seconds.length >= 5 || seen.length + seconds.length >= 60);
        listener.leave();
        await listener.done;
        seen.push(...listener.seconds);
        last = String(listener.events.at(-1)?.id ?? last);
        if (connection > 0) expect(listener.of('snapshot')).toHaveLength(0);
        await sleep(connection * 30);
      }
    } finally {
      await writer;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, second) => second));
  });

  it('merges shards of a second, also for one who resumes between them', async () => {
    const run = await running();
    await put(test, run.id, [sampleAt(0, [10, 10])], 0);
    const watcher = listen(run.id);
    await watcher.until(({ events }) => events.length > 0);
    const last = watcher.of('snapshot')[0]?.id;
    await put(test, run.id, [sampleAt(0, [20, 20, 20])], 1);
    await watcher.until((listener) => listener.of('sample').length === 1);
    expect(watcher.of('sample')[0]?.data).toMatchObject({ second: 0, done: 5, responseTime: { count: 5 } });
    const resumed = listen(run.id, { 'last-event-id': String(last) });
    await resumed.until((listener) => listener.of('sample').length === 1);
    expect(resumed.of('sample')[0]?.data).toMatchObject({ second: 0, done: 5, responseTime: { count: 5 } });
    watcher.leave();
    resumed.leave();
  });

  it('tells a second of two generators once, when both have told it, and one that is alone with it a look later', async () => {
    const { db } = test.context;
    const worker = (id: string) => workerSeen(db, workerRow(id));
    await Promise.all([worker('one'), worker('another')]);
    const run = await launch(boss, planInput({ generators: 2 }));
    expect(await claimRun(db, run.id, 1, 'one', secretKey)).toMatchObject({ shard: 0 });
    expect(await claimRun(db, run.id, 1, 'another', secretKey)).toMatchObject({ shard: 1 });
    for (const shard of [0, 1]) await readyShard(db, { runId: run.id, attempt: 1, shard }, environment, 0);
    const watcher = listen(run.id);
    await watcher.until((listener) => listener.of('state').length > 0);
    const toldOf = (of: number) =>
      watcher.of('sample').flatMap(({ data }) => ((data as Point).second === of ? [(data as Point).done] : []));
    let second = 0;
    // On a busy machine the two may come further apart than two looks: such a second shows nothing.
    for (let judged = 0; judged < 6 && second < 40; second++) {
      // Somewhere between two looks.
      await sleep((second * 60) % 250);
      await put(test, run.id, [sampleAt(second, [10, 10])], 0);
      const toldAt = performance.now();
      await sleep(120);
      await put(test, run.id, [sampleAt(second, [20])], 1);
      const apart = performance.now() - toldAt;
      await watcher.until(() => toldOf(second).at(-1) === 3);
      if (apart > 200) continue;
      judged++;
      expect(toldOf(second)).toEqual([3]);
    }
    expect(second).toBeLessThan(40);
    await put(test, run.id, [sampleAt(second, [10, 10])], 0);
    await watcher.until(() => toldOf(second).length === 1);
    expect(toldOf(second)).toEqual([2]);
    watcher.leave();
  });

  it('gets a finished run as snapshot and end, however late', async () => {
    const run = await finishedRun(test, boss, { seconds: 700, ms: 3 });
    const late = listen(run.id);
    await late.done;
    expect(late.events.map(({ event }) => event)).toEqual(['snapshot', 'end']);
    const snapshot = late.events[0]?.data as Snapshot;
    expect(snapshot.points.length).toBeLessThanOrEqual(600);
    expect(snapshot.resolutionSeconds).toBe(2);
    expect(snapshot.points.reduce((sum, { done }) => sum + done, 0)).toBe(35_000);
    const again = listen(run.id, { 'last-event-id': String(late.events.at(-1)?.id) });
    await again.done;
    expect(again.events.map(({ event }) => event)).toEqual(['end']);
  });
});
