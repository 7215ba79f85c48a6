import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@plimsoll/contracts/paths';
import type { LiveState, Run } from '@plimsoll/contracts/run';
import { liveSnapshotSchema, liveStateSchema, runSchema } from '@plimsoll/contracts/run';
import { type Point, pointSchema } from '@plimsoll/contracts/sample';
import { claimRun } from '@plimsoll/store/run-claim';
import { readyShard } from '@plimsoll/store/run-shards';
import { workerSeen } from '@plimsoll/store/workers-online';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LiveViewer } from '../src/live/live-viewer.ts';
import {
  type Ask,
  begin,
  environment,
  finish,
  finishedRun,
  launch,
  otherTeam,
  owner,
  planInput,
  put,
  sampleAt,
  secretKey,
  startTestApi,
  type TestApi,
  teamIdOf,
} from './support.ts';

type Snapshot = z.infer<typeof liveSnapshotSchema>;
interface Heard {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** Reads a run's events over a real socket until it ends, is left, or the time is up. */
class Listener {
  readonly events: Heard[] = [];
  readonly done: Promise<void>;
  status = 0;
  headers = new Headers();
  readonly #abort = new AbortController();

  constructor(url: string, headers: Record<string, string>) {
    this.done = this.#read(url, headers).catch(() => undefined);
  }

  async #read(url: string, headers: Record<string, string>): Promise<void> {
    const answer = await fetch(url, { headers, signal: this.#abort.signal });
    this.status = answer.status;
    this.headers = answer.headers;
    let rest = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
    const event = fields.get('event');
    if (event) this.events.push({ id: Number(fields.get('id')), event, data: JSON.parse(fields.get('data') ?? 'null') });
  }

  leave(): void {
    this.#abort.abort();
  }

  of(event: string): Heard[] {
    return this.events.filter((heard) => heard.event === event);
  }

  /** Seconds seen, from the snapshot and the single ones, in order. */
  get seconds(): number[] {
    return this.events.flatMap(({ event, data }) =>
      event === 'snapshot' ? (data as Snapshot).points.map(({ second }) => second) : event === 'sample' ? [(data as Point).second] : [],
    );
  }

  async until(what: (listener: this) => boolean, ms = 10_000): Promise<void> {
    const end = Date.now() + ms;
    while (!what(this)) {
      if (Date.now() > end)
        throw new Error(`not heard within ${ms} ms; heard ${this.events.map(({ event, id }) => `${event}#${id}`).join(' ')}`);
      await sleep(20);
    }
  }
}

let test: TestApi;
let boss: Ask;
let base: string;
let credentials: Record<string, string>;
beforeAll(async () => {
  test = await startTestApi();
  boss = await owner(test);
  base = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const made = await boss<{ token: string }>('POST', api.tokens, { name: 'viewer' });
  credentials = { authorization: `Bearer ${made.body.token}` };
});
afterAll(() => test.close());

const listen = (runId: string, headers: Record<string, string> = {}) =>
  new Listener(base + api.live(runId), { ...credentials, ...headers });
const sample = (second: number) => sampleAt(second, [5, 6, 7, 8 + second]);
async function running(plan = planInput()): Promise<Run> {
  const run = await launch(boss, plan);
  await begin(test, run.id);
  return run;
}

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
    for (let second = 2; second < 8; second++) {
      await put(test, run.id, [sample(second)]);
      await sleep(60);
    }
    await first.until(({ seconds }) => seconds.length === 8);
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
    const worker = (id: string) => workerSeen(db, { id, hostname: 'here', version: '0', pid: 1, concurrency: 1, startedAt: new Date() });
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

  it('ends when the right to watch ends, within 5 s', async () => {
    const run = await running();
    const made = await boss<{ id: string; token: string }>('POST', api.tokens, { name: 'short' });
    const guest = new Listener(base + api.live(run.id), { authorization: `Bearer ${made.body.token}` });
    await guest.until(({ events }) => events.length > 0);
    expect((await boss('DELETE', api.token(made.body.id))).status).toBe(204);
    const started = Date.now();
    await guest.done;
    expect(Date.now() - started).toBeLessThan(6000);
    expect((await boss('GET', api.live(run.id), undefined, { authorization: 'Bearer nothing' })).status).toBe(401);
    expect((await (await otherTeam(test))('GET', api.live(run.id))).status).toBe(404);
  });

  it('drops a reader that never reads, and costs the others nothing', async () => {
    const run = await running();
    const samples = Array.from({ length: 400 }, (_, second) => sample(second));
    await put(test, run.id, samples);
    const { port, hostname } = new URL(base);
    const deaf = connect({ port: Number(port), host: hostname });
    deaf.on('error', () => undefined);
    deaf.pause();
    deaf.write(`GET ${api.live(run.id)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${credentials.authorization}\r\n\r\n`);
    const watcher = listen(run.id);
    await watcher.until(({ events }) => events.length > 0);
    for (let second = 400; second < 410; second++) {
      const before = Date.now();
      await put(test, run.id, [sample(second)]);
      await watcher.until(({ seconds }) => seconds.at(-1) === second);
      expect(Date.now() - before).toBeLessThan(1500);
    }
    watcher.leave();
    deaf.destroy();
    await expect.poll(() => test.context.feeds.size, { timeout: 5000 }).toBe(0);
  });

  it('drops a stuck reader after its patience, keeps little for it, and gives a slow one what it missed', async () => {
    // Every status there is in every second, and a body of quotes: some 9 MB, which no socket buffer takes whole.
    const heavy = planInput({ target: { url: 'http://127.0.0.1:8787/', method: 'POST', body: '"'.repeat(1024 * 1024) } });
    const run = await running(heavy);
    const statuses = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [String(100 + i), 12_345]));
    const busy = (second: number) => sampleAt(second, [5, 6, 7], { statuses });
    await put(
      test,
      run.id,
      Array.from({ length: 590 }, (_, second) => busy(second)),
    );
    const closed: number[] = [];
    const started = Date.now();
    const server = createServer((_request, raw) => {
      raw.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
      const { db, analysis, feeds } = test.context;
      const options = { db, analysis, feeds, raw, runId: run.id, after: null, mayWatch: async () => true, stalledForMs: 2000 };
      void teamIdOf(boss).then((teamId) => new LiveViewer({ ...options, teamId, onClose: () => closed.push(Date.now() - started) }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const stuck = connect(port, '127.0.0.1');
    stuck.on('error', () => undefined).pause();
    stuck.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    let slowText = '';
    const slow = connect(port, '127.0.0.1');
    slow.on('data', (data) => {
      slowText += data;
    });
    slow.pause();
    slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await sleep(1200);
    await put(test, run.id, [sample(590), sample(591)]);
    slow.resume();
    await expect.poll(() => closed.length, { timeout: 8000 }).toBe(1);
    expect(closed[0]).toBeLessThan(5000);
    await expect.poll(() => (slowText.match(/^event: sample$/gm) ?? []).length, { timeout: 5000 }).toBe(2);
    slow.destroy();
    stuck.destroy();
    await expect.poll(() => closed.length).toBe(2);
    server.close();
  });

  it('is ended by the server closing, at once', async () => {
    const own = await startTestApi();
    const ask = await owner(own);
    const url = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const made = await ask<{ token: string }>('POST', api.tokens, { name: 'v' });
    const run = await launch(ask);
    const watcher = new Listener(url + api.live(run.id), { authorization: `Bearer ${made.body.token}` });
    await watcher.until(({ events }) => events.length > 0);
    const started = Date.now();
    await own.close();
    await watcher.done;
    expect(Date.now() - started).toBeLessThan(5000);
  });
});
