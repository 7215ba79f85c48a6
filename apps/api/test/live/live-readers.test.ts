import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@plimsoll/contracts/paths';
import { describe, expect, it } from 'vitest';
import { openLiveSnapshots } from '../../src/live/live-snapshots.ts';
import { openLiveViewers } from '../../src/live/live-viewers.ts';
import { findTeamId, otherTeam, owner } from '../support/people.ts';
import { launch, planInput, put, sampleAt } from '../support/stored-runs.ts';
import { startTestApi } from '../support/test-api.ts';
import { Listener, sample, useLiveScene } from './live-scene.ts';

const scene = useLiveScene();
const { test, boss, listen, running } = scene;
const anybody = { userId: 'anybody', credential: '', mayWatch: async () => true };

describe('a reader of a live run', () => {
  it('ends when the right to watch ends, within 5 s', async () => {
    const run = await running();
    const made = await boss<{ id: string; token: string }>('POST', api.tokens, { name: 'short' });
    const guest = new Listener(scene.base + api.live(run.id), { authorization: `Bearer ${made.body.token}` });
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
    const { port, hostname } = new URL(scene.base);
    const deaf = connect({ port: Number(port), host: hostname });
    deaf.on('error', () => undefined);
    deaf.pause();
    deaf.write(`GET ${api.live(run.id)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${scene.credentials.authorization}\r\n\r\n`);
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
    const { db, analysis, feeds } = test.context;
    const viewers = openLiveViewers({ analysis, feeds, snapshots: openLiveSnapshots(db, analysis), patienceMs: 2000 });
    const teamId = await findTeamId(boss);
    const closed: number[] = [];
    let started = Date.now();
    const server = createServer((_request, raw) => {
      raw.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
      raw.on('close', () => closed.push(Date.now() - started));
      viewers.open(anybody, { raw, teamId, runId: run.id, after: null });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const stuck = connect(port, '127.0.0.1');
    stuck.on('error', () => undefined).pause();
    started = Date.now();
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
