/** The target's own resources, of a real process: what it says of itself is the truth. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { readResources } from '@plimsoll/store/resources';
import { freePort } from '@plimsoll/testbed/free-port';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { longestGaps } from '@plimsoll/testbed/longest-gaps';
import { until } from '@plimsoll/testbed/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findByName, findProcesses } from '../src/resources/find-processes.ts';
import { loopbackPort, openProcessProbe } from '../src/resources/process-probe.ts';
import { machineCores } from '../src/resources/process-usage.ts';
import { refuseAbsent, runAgent } from '../src/resources/resource-agent.ts';
import type { ResourceProbe } from '../src/resources/resource-probe.ts';
import { openScrapeProbe } from '../src/resources/scrape-probe.ts';
import { openScrapes } from '../src/resources/scrapes.ts';
import { openProbes } from '../src/resources/target-probes.ts';
import { watchTargetThresholds } from '../src/run/watch-thresholds.ts';
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
  expect(await findProcesses(await freePort())).toBe('not_found');
  expect(
    ['http://127.0.0.1:8080/', 'http://localhost/', 'https://[::1]/', 'http://10.0.0.1/', 'http://localhost.example.com/'].map(
      loopbackPort,
    ),
  ).toEqual([8080, 80, 443, null, null]);
});

test('a run keeps each second of its target once, by itself; and none where the plan turns it off', async () => {
  await stack.worker();
  const plan: PlanInput = {
    version: 1,
    name: 'watched',
    target: { url: `http://127.0.0.1:${port}/` },
    load: { model: 'open', rate: 20, duration: '4s' },
    thresholds: [
      'target_cpu < 100%',
      'target_cpu < 0.0001%',

      'target_memory < 1MB',
      'target_threads < 1',
      'target_sockets >= 1',
      'target_cores < 64',
    ],
  };
  const run = await stack.launch(plan);
  const off = await stack.launch({ ...plan, load: { model: 'closed', connections: 1, requests: 1 }, resources: { process: 'off' } });
  const done = await stack.finished(run.id, 60_000);
  expect(done.state).toBe('completed');
  expect(done.thresholds.map(({ passed }) => passed)).toEqual([true, false, false, false, true, true]);
  expect(done.thresholds[0]?.value).toBeGreaterThan(0);
  const { sources, points } = await readResources(stack.db, teamId, run.id);
  expect(sources).toMatchObject([{ name: 'node', kind: 'process', cores: machineCores, problem: null }]);
  expect(sources[0]?.metrics).toContain('cpu');
  // The threshold by which abortOnFail would have stopped it.
  const said: LoadEnding[] = [];
  await watchTargetThresholds(
    { db: stack.db, log: pino({ level: 'silent' }) },
    { runId: run.id, plan: run.plan },
    { stop: (ending) => said.push(ending), signal: AbortSignal.timeout(30_000) },
    2,
  );
  expect(said).toEqual([{ kind: 'thresholdBroken', threshold: 'target_cpu < 0.0001%', seconds: expect.any(Number) }]);
  const seconds = points.map(({ second }) => second);
  expect(new Set(seconds).size).toBe(seconds.length);
  expect(seconds.length).toBeGreaterThanOrEqual(2);
  await stack.finished(off.id, 60_000);
  const nobody = await stack.launch({
    ...plan,
    target: { url: `http://127.0.0.1:${await freePort()}/` },
    load: { model: 'closed', connections: 1, duration: '2s' },
  });
  await stack.finished(nobody.id, 60_000);
  expect(await readResources(stack.db, teamId, nobody.id)).toMatchObject({
    sources: [{ kind: 'process', problem: 'not_found', metrics: [] }],
    points: [],
  });
  expect((await readResources(stack.db, teamId, off.id)).sources).toEqual([]);
}, 120_000);

test('scrapes what the target policy allows, and says what it may not, cannot and does not understand', async () => {
  let seconds = 10;
  const exporter = await startHttpTarget(({ url }, response) => {
    if (url === '/metrics') seconds += machineCores;
    response.end(url === '/metrics' ? `process_cpu_seconds_total ${seconds}\nprocess_num_threads 7\n` : 'hello');
  });
  const scrapes = openScrapes();
  const scrape = (path: string, change: Partial<TargetPolicy> = {}) =>
    openScrapeProbe(
      { name: 'a', url: `http://127.0.0.1:${exporter.port}${path}` },
      { mode: 'allowlist', allowed: ['loopback'], ownPorts: [], ...change },
      scrapes,
    );
  const probe = scrape('/metrics');
  await probe.begin();
  const { figures, problem } = await probe.look(1);
  expect({ problem, threads: figures?.threads, cores: probe.cores() }).toEqual({ problem: null, threads: 7, cores: machineCores });
  expect(figures?.cpu).toBeGreaterThan(0);
  const problemOf = async (one: ResourceProbe) => (await one.look(1)).problem;
  expect(await problemOf(scrape('/'))).toBe('unreadable');
  expect(await problemOf(scrape('/metrics', { ownPorts: [exporter.port] }))).toBe('target_refused');
  await exporter.close();
  expect(await problemOf(probe)).toBe('unreachable');
  scrapes.close();
}, 60_000);

test('an exporter that says too much, or never ends, takes none of the time in which runs are looked after', async () => {
  const flood = Buffer.from('go_threads 1\n'.repeat(300_000));
  const exporter = await startHttpTarget(({ url }, response) => {
    if (url === '/metrics') return response.end(flood);
    response.writeHead(200);
    response.write('go_threads 1\n');
  });
  const scrapes = openScrapes();
  const policy: TargetPolicy = { mode: 'allowlist', allowed: ['loopback'], ownPorts: [] };
  const probe = (path: string) => openScrapeProbe({ name: 'a', url: `http://127.0.0.1:${exporter.port}${path}` }, policy, scrapes);
  // The process is there and has compiled what it needs.
  expect((await probe('/metrics').look(1)).problem).toBe('unreadable');
  const problems: unknown[] = [];
  const { processor } = await longestGaps(async () => {
    const looks = await Promise.all(['/metrics', '/metrics', '/endless'].map((path) => probe(path).look(1)));
    problems.push(...looks.map(({ problem }) => problem));
  });
  expect(problems).toEqual(['unreadable', 'unreadable', 'unreachable']);
  expect(processor).toBeLessThan(100);
  scrapes.close();
  await exporter.close();
}, 60_000);

test('the agent goes on looking while the server is away, and sends each second once it is back', async () => {
  const seen: string[] = [];
  let away = true;
  const server = await startHttpTarget(async (request, response) => {
    if (away) return response.writeHead(503).end();
    const { points } = JSON.parse((await buffer(request)).toString()) as { points: { at: string; cpu: number | null }[] };
    seen.push(...points.map(({ at }) => at));
    response.end('{"kept":1}');
  });
  const said: string[] = [];
  const stopping = new AbortController();
  const agent = runAgent({
    server: `http://127.0.0.1:${server.port}`,
    token: 'plm_x',
    source: 'host',
    watch: { kind: 'host' },
    signal: stopping.signal,
    say: (sentence) => {
      said.push(sentence);
      away = false;
    },
  });
  await until(
    'three seconds at the server',
    60_000,
    () => seen.length,
    (count) => count >= 3,
  );
  stopping.abort();
  await agent;
  await server.close();
  expect(said[0]).toContain('503');
  expect(new Set(seen).size).toBe(seen.length);
  // A second each, those of its absence with them.
  const gaps = seen.slice(1).map((at, index) => Date.parse(at) - Date.parse(seen[index] ?? ''));
  expect(gaps.every((ms) => ms > 0)).toBe(true);
}, 90_000);

test('the agent of a process sees the work of its children, and ends with a sentence once it is gone', async () => {
  // The parent rests; its child does not.
  const busy = 'const end = Date.now() + 20000; while (Date.now() < end);';
  const parent = spawn(
    process.execPath,
    ['-e', `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}]); setInterval(() => {}, 1000)`],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  const cpu: number[] = [];
  const server = await startHttpTarget(async (request, response) => {
    const { points } = JSON.parse((await buffer(request)).toString()) as { points: { cpu: number | null }[] };
    cpu.push(...points.map((point) => point.cpu ?? 0));
    response.end('{"kept":1}');
  });
  const pid = parent.pid ?? 0;
  const watch = { kind: 'pid', number: pid } as const;
  const agent = runAgent({
    server: `http://127.0.0.1:${server.port}`,
    token: 'plm_x',
    source: 'shop',
    watch,
    signal: new AbortController().signal,
    say: () => undefined,
  }).catch((error: unknown) => String(error));
  try {
    await until(
      'a second of the child’s work',
      60_000,
      () => Math.max(0, ...cpu) * machineCores,
      (cores) => cores > 0.3,
    );
    refuseAbsent({ watch });
  } finally {
    process.kill(-pid, 'SIGKILL');
  }
  expect(await agent).toBe(`Error: Process ${pid} has ended.`);
  expect(() => refuseAbsent({ watch })).toThrow(`There is no process ${pid}.`);
  await server.close();
}, 90_000);

/** One thread that never rests, and a proxy in front of it. */
const busyCode = `
require('node:http').createServer((_, answer) => answer.end('ok')).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('up'));
setInterval(() => { const end = performance.now() + 200; while (performance.now() < end); }, 1);`;
const proxyCode = `
const http = require('node:http');
http.createServer((_, answer) => http.get('http://127.0.0.1:' + process.argv[2], (back) => back.pipe(answer)))
  .listen(Number(process.argv[1]), '127.0.0.1', () => console.log('up'));`;

test('behind a proxy the process that does the work is found by its port, and its one full core is seen', async () => {
  const [front, back] = [await freePort(), await freePort()];
  const started = [
    spawn(process.execPath, ['-e', busyCode, String(back)], { stdio: ['ignore', 'pipe', 'inherit'] }),
    spawn(process.execPath, ['-e', proxyCode, String(front), String(back)], { stdio: ['ignore', 'pipe', 'inherit'] }),
  ];
  try {
    for (const one of started) await once(one.stdout ?? one, 'data');
    const plan = planSchema.parse({
      version: 1,
      name: 'proxied',
      target: { url: `http://127.0.0.1:${front}/` },
      load: { model: 'open', rate: 1, duration: '1s' },
      resources: { process: { port: back } },
    });
    const policy: TargetPolicy = { mode: 'allowlist', allowed: ['loopback'], ownPorts: [] };
    const figuresOf = async (resources: PlanInput['resources'], rules = policy) => {
      const [probe] = openProbes(planSchema.parse({ ...plan, resources }), rules, undefined);
      await probe?.begin();
      const startMs = performance.now();
      await sleep(1500);
      return probe?.look((performance.now() - startMs) / 1000);
    };
    const busy = (await figuresOf({ process: { port: back } }))?.figures;
    // Beside others' work it waits for its core instead.
    expect((busy?.busiestThread ?? 0) + (busy?.waitedForCore ?? 0)).toBeGreaterThan(0.85);
    expect(Math.abs((busy?.cpu ?? 0) * machineCores - (busy?.busiestThread ?? 0))).toBeLessThan(0.2);
    expect((await figuresOf({ process: 'auto' }))?.figures?.busiestThread).toBeLessThan(0.5);
    const refused = await figuresOf({ process: { port: back } }, { ...policy, ownPorts: [back] });
    expect(refused).toEqual({ figures: null, problem: 'target_refused' });
    const closed: TargetPolicy = { mode: 'allowlist', allowed: [], ownPorts: [], demoPort: front };
    expect(await figuresOf({ process: { name: 'node' } }, closed)).toEqual({ figures: null, problem: 'target_refused' });
    expect(await findByName('no such program', new Set(), [])).toBe('not_found');
    const named = await findByName('node', new Set([process.pid]), [back]);
    expect(typeof named !== 'string' && named.holders.includes(started[1]?.pid ?? 0)).toBe(true);
    expect(typeof named !== 'string' && named.holders.includes(started[0]?.pid ?? 0)).toBe(false);
  } finally {
    for (const one of started) one.kill('SIGKILL');
  }
}, 60_000);
