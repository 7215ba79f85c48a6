import type { Socket } from 'node:net';
import { api } from '@plimsoll/contracts/paths';
import { openPool } from '@plimsoll/store/database';
import { expect, it } from 'vitest';
import type { FeedEvent } from '../../src/live/live-feed.ts';
import { openLiveFeeds } from '../../src/live/live-feeds.ts';
import { findTeamId } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';

const { test, boss } = useApi();

const fileBytes = 1_000_000;

it('reads the plan with its files once, and no more of it however long it watches', async () => {
  const file = { name: 'upload.bin', base64: Buffer.alloc(fileBytes, 'x').toString('base64') };
  const target = { url: 'http://127.0.0.1:8787/', method: 'POST' as const, bodyFile: file };
  const run = await launch(boss, planInput({ target, thresholds: ['p(99) < 1s'] }));
  await begin(test, run.id);
  const db = openPool(test.config.databaseUrl, { max: 1 });
  const sockets: Socket[] = [];
  db.on('connect', (client) => sockets.push((client as unknown as { connection: { stream: Socket } }).connection.stream));
  const bytesRead = () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
  let polls = 0;
  db.on('acquire', () => polls++);

  const heard: FeedEvent[] = [];
  const feeds = openLiveFeeds(db, test.context.analysis);
  feeds.watch(await findTeamId(boss), run.id, (event) => heard.push(event));
  await expect.poll(() => heard.some(({ kind }) => kind === 'state')).toBe(true);
  const atFirst = bytesRead();
  expect(atFirst).toBeGreaterThan(fileBytes);

  const before = polls;
  await expect.poll(() => polls - before).toBeGreaterThanOrEqual(10);
  // The state is one small query a look; samples are read in the analysis thread.
  expect((bytesRead() - atFirst) / (polls - before)).toBeLessThan(1000);

  await put(test, run.id, [sampleAt(0, [5, 6, 7])]);
  const judged = () => heard.flatMap((event) => (event.kind === 'state' ? event.state.thresholds : []));
  await expect.poll(judged).toContainEqual(expect.objectContaining({ passed: true }));
  expect((await boss('POST', api.stopRun(run.id))).status).toBe(202);
  await expect.poll(() => heard.some((event) => event.kind === 'state' && event.state.stopRequested)).toBe(true);
  // A second's histograms, and not the file again.
  expect(bytesRead() - atFirst).toBeLessThan(fileBytes / 10);
  feeds.close();
  await db.end();
});
