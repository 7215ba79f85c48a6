import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { endProviderSessions, providerSessionKey } from '@plimsoll/store/provider-sessions';
import { putToken } from '@plimsoll/testbed/people';
import { noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { startViewers } from '@plimsoll/testbed/viewers';
import { describe, expect, it } from 'vitest';
import { openLiveSnapshots } from '../../src/live/live-snapshots.ts';
import { mostStreamsPerPerson, openLiveViewers } from '../../src/live/live-viewers.ts';
import { findTeamId, findUserId, member, otherTeam, owner, signIn } from '../support/people.ts';
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
    const editor = await member(test, await findTeamId(boss), 'editor');
    const session = await signIn(test, (await editor<Session>('GET', api.session)).body.user.email);
    const removed = new Listener(scene.base + api.live(run.id), { cookie: session });
    const away = await member(test, await findTeamId(boss), 'viewer');
    const cookie = await signIn(test, (await away<Session>('GET', api.session)).body.user.email);
    const signedOut = new Listener(scene.base + api.live(run.id), { cookie });
    await Promise.all([guest, removed, signedOut].map((listener) => listener.until(({ events }) => events.length > 0)));
    expect((await boss('DELETE', api.token(made.body.id))).status).toBe(204);
    expect((await boss('DELETE', api.member(await findUserId(editor)))).status).toBe(204);
    // The provider says so (provider-sign-in.test.ts has the way there).
    const logout = {
      issuer: 'https://sso.example',
      session: 'theirs',
      subject: null,
      tokenId: run.id,
      takenUntil: new Date(Date.now() + 60_000),
    };
    await test.context.db.query(`UPDATE sessions SET opened_by = 'oidc', provider_session = $2 WHERE user_id = $1`, [
      await findUserId(away),
      providerSessionKey(logout.issuer, logout.session),
    ]);
    expect(await endProviderSessions(test.context.db, logout, { address: null, agent: null })).toBe(2);
    const started = Date.now();
    await Promise.all([guest.done, removed.done, signedOut.done]);
    noteFigure('S3', 'stream cut after, ms', Date.now() - started);
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
    await expect.poll(() => test.context.feeds.size).toBe(0);
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
    const viewers = openLiveViewers({ feeds, snapshots: openLiveSnapshots(db, analysis), patienceMs: 2000 });
    const teamId = await findTeamId(boss);
    const closed: number[] = [];
    const server = createServer((_request, raw) => {
      raw.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
      let writtenAt = 0;
      const look = setInterval(() => {
        if (writtenAt === 0 && raw.writableLength > 100_000) writtenAt = Date.now();
      }, 20);
      raw.on('close', () => {
        clearInterval(look);
        closed.push(Date.now() - writtenAt);
      });
      viewers.open(anybody, { raw, teamId, runId: run.id, after: null });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const stuck = connect(port, '127.0.0.1');
    const slow = connect(port, '127.0.0.1');
    try {
      stuck.on('error', () => undefined).pause();
      stuck.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      let slowText = '';
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
      await expect.poll(() => (slowText.match(/^event: sample$/gm) ?? []).length).toBe(2);
    } finally {
      slow.destroy();
      stuck.destroy();
      await expect.poll(() => closed.length).toBe(2);
      server.close();
    }
  });

  it('aborted while its stream opens, leaves no timer, no query and no poller', async () => {
    const run = await running();
    const { db, feeds } = test.context;
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const { port, hostname } = new URL(scene.base);
    const many = Number(process.env.PLIMSOLL_ABORTED_OPENS ?? 150);
    let left = 0;
    for (let at = 0; at < many; at++) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(`GET ${api.live(run.id)} HTTP/1.1\r\nHost: x\r\nAuthorization: ${scene.credentials.authorization}\r\n\r\n`);
      socket.on('close', () => left++);
      setTimeout(() => socket.destroy(), at % 40);
      if (at % 50 === 49) await sleep(20);
    }
    await expect.poll(() => left, { timeout: 30_000 }).toBe(many);
    await expect.poll(() => feeds.size, { timeout: 30_000 }).toBe(0);
    let asked = 0;
    const count = () => asked++;
    db.on('acquire', count);
    await sleep(600);
    db.off('acquire', count);
    expect(asked).toBe(0);
    // Those of the test's own are a dozen.
    expect(timers()).toBeLessThan(20);
  });

  it('that reads nothing is gone soon after its stream was closed, with what was written for it', async () => {
    const run = await running();
    const statuses = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [String(100 + i), 12_345]));
    const seconds = Array.from({ length: 590 }, (_, second) => sampleAt(second, [5, 6, 7], { statuses }));
    await put(test, run.id, seconds);
    const { db, analysis, feeds } = test.context;
    const viewers = openLiveViewers({ feeds, snapshots: openLiveSnapshots(db, analysis) });
    const teamId = await findTeamId(boss);
    let written = () => 0;
    const server = createServer((_request, raw) => {
      raw.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
      written = () => raw.writableLength;
      viewers.open(anybody, { raw, teamId, runId: run.id, after: null });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const silent = connect((server.address() as AddressInfo).port, '127.0.0.1');
    silent.on('error', () => undefined).pause();
    silent.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => written()).toBeGreaterThan(100_000);
    viewers.close();
    expect(viewers.size).toBe(0);
    const connections = () => new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
    await expect.poll(connections, { timeout: 3000 }).toBe(0);
    silent.destroy();
    server.close();
  });

  it('has so many streams and no more', async () => {
    const run = await running();
    const streams = Array.from({ length: mostStreamsPerPerson }, () => listen(run.id));
    await Promise.all(streams.map((one) => one.until(({ events }) => events.length > 0, 20_000)));
    const refused = await boss<{ code: string }>('GET', api.live(run.id), undefined, scene.credentials);
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('too_many_requests');
    const [one] = streams;
    one?.leave();
    await one?.done;
    const next = listen(run.id);
    await next.until(({ events }) => events.length > 0);
    for (const stream of [...streams, next]) stream.leave();
    await expect.poll(() => test.context.feeds.size).toBe(0);
  });

  it('is told each second soon and once, in a crowd', async () => {
    const viewers = Number(process.env.PLIMSOLL_VIEWERS ?? rounds(200, 40));
    const seconds = Number(process.env.PLIMSOLL_VIEWED_SECONDS ?? 4);
    const { db } = test.context;
    const teamId = await findTeamId(boss);
    const people = Array.from({ length: Math.ceil(viewers / mostStreamsPerPerson) }, (_, at) => `crowd-${at}`);
    const tokens = await Promise.all(people.map((userId) => putToken(db, { teamId, userId, role: 'viewer', scope: 'read' })));
    const run = await running(planInput({ thresholds: ['p(99) < 1s'] }));
    await put(test, run.id, [sample(0)]);
    const crowd = startViewers({ urls: [scene.base + api.live(run.id)], viewers, tokens });
    const askedAt = performance.now();
    await crowd.open;
    const openMs = performance.now() - askedAt;
    const keptAt = new Map<number, number>();
    const cpu = process.cpuUsage();
    for (let second = 1; second <= seconds; second++) {
      await put(test, run.id, [sample(second)]);
      keptAt.set(second, Date.now());
      await sleep(1000);
    }
    const { user, system } = process.cpuUsage(cpu);
    const told = await crowd.told();
    crowd.close();
    const expected = Array.from({ length: seconds }, (_, at) => at + 1);
    for (const one of told) expect(one.map(([second]) => second)).toEqual(expected);
    const delays = told.flatMap((one) => one.map(([second, atMs]) => atMs - (keptAt.get(second) ?? 0))).sort((a, b) => a - b);
    const quantile = (share: number) => Math.round(delays[Math.ceil(share * delays.length) - 1] ?? 0);
    const figures = { viewers, openMs: Math.round(openMs), p50: quantile(0.5), p99: quantile(0.99), most: quantile(1) };
    noteFigure('L1', `told to ${viewers} viewers, p99, ms`, figures.p99);
    console.log('delivery, ms:', { ...figures, processorShare: (user + system) / 1e6 / seconds });
    expect(quantile(0.99)).toBeLessThan(viewers > 200 ? 1000 : 500);
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
