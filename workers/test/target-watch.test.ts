/** The target's own resources, of a real process: what it says of itself is the truth. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readResources } from '@plimsoll/store/resources';
import { freePort } from '@plimsoll/testbed/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProcesses } from '../src/resources/find-processes.ts';
import { loopbackPort, openProcessProbe } from '../src/resources/process-probe.ts';
import { machineCores } from '../src/resources/process-usage.ts';
import { teamId, useStack } from './support.ts';

const stack = useStack();
/** Busy for some of its time; answers the processor time it has used, µs. */
const code = `
setInterval(() => { const end = performance.now() + 10; while (performance.now() < end); }, 40);
require('node:http').createServer((_, answer) => {
  const { user, system } = process.cpuUsage();
  answer.end(String(user + system));
}).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('up'));`;
let server: ChildProcess;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = spawn(process.execPath, ['-e', code, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout ?? server, 'data');
}, 60_000);
afterAll(() => server.kill('SIGKILL'));

async function usedSeconds(): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}/`)).text()) / 1e6;
}

test('tells the processor time that the process itself counts', async () => {
  const probe = openProcessProbe(port, new Set([process.pid]));
  await probe.begin();
  const [before, startMs] = [await usedSeconds(), performance.now()];
  await probe.look(1);
  await sleep(2000);
  const elapsed = (performance.now() - startMs) / 1000;
  const { figures, problem } = await probe.look(elapsed);
  const used = (await usedSeconds()) - before;
  expect(problem).toBeNull();
  expect(used).toBeGreaterThan(0.05);
  // The kernel counts in hundredths of a second, and both are not asked at one moment.
  expect(Math.abs((figures?.cpu ?? 0) * machineCores * elapsed - used)).toBeLessThan(0.1 + used * 0.3);
  expect(figures?.memoryBytes).toBeGreaterThan(10_000_000);
  expect(figures?.threads).toBeGreaterThan(1);
  expect(figures?.openSockets).toBeGreaterThanOrEqual(1);
  expect(figures?.diskBytesPerSecond).toBeGreaterThanOrEqual(0);
}, 60_000);

test('says once why nothing is known, and looks at loopback targets alone', async () => {
  expect(await findProcesses(await freePort(), new Set())).toBe('not_found');
  expect(
    ['http://127.0.0.1:8080/', 'http://localhost/', 'https://[::1]/', 'http://10.0.0.1/', 'http://localhost.example.com/'].map(
      loopbackPort,
    ),
  ).toEqual([8080, 80, 443, null, null]);
});

test('a run keeps each second of its target once, by itself; and none where the plan turns it off', async () => {
  await stack.worker();
  const plan = {
    version: 1,
    name: 'watched',
    target: { url: `http://127.0.0.1:${port}/` },
    load: { model: 'open', rate: 20, duration: '4s' },
  } as const;
  const run = await stack.launch(plan);
  const off = await stack.launch({ ...plan, load: { model: 'closed', connections: 1, requests: 1 }, resources: { process: 'off' } });
  expect(await stack.finished(run.id, 60_000)).toMatchObject({ state: 'completed' });
  const { sources, points } = await readResources(stack.db, teamId, run.id);
  expect(sources).toMatchObject([{ kind: 'process', cores: machineCores, problem: null }]);
  expect(sources[0]?.metrics).toContain('cpu');
  const seconds = points.map(({ second }) => second);
  expect(new Set(seconds).size).toBe(seconds.length);
  expect(seconds.length).toBeGreaterThanOrEqual(2);
  await stack.finished(off.id, 60_000);
  expect((await readResources(stack.db, teamId, off.id)).sources).toEqual([]);
}, 120_000);
