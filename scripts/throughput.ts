/**
 * `npm run throughput`: what short runs cost the product. On a database of its own it starts one API, three workers of one thread and Redis, and makes runs of one second through
 * the API: first one by one, with a wait between them (click → first request), then all at once (runs a minute, processor time of a run by part).
 * `--turns N`: N pairs of runs on two workers in turns, one of which makes each run in a new generator process and the other in the one of its last run: are their figures the same? Runs of 10 s and more have a new process each, so give fewer seconds.
 * Ends with 1 where a run did not complete, or the target saw another number of requests than was planned.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPool } from '@plimsoll/store/database';
import { putTeam, putToken } from '@plimsoll/testbed/people';
import { until } from '@plimsoll/testbed/until';
import { childrenCpuSeconds, familyCpuSeconds, readProcess } from './history/process-cpu.ts';
import { type Product, startProduct } from './history/product.ts';
import { openServer, type Server } from './history/server.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    clicks: { type: 'string', default: '12' },
    workers: { type: 'string', default: '3' },
    turns: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '1' },
    rate: { type: 'string', default: '100' },
    client: { type: 'string', default: 'undici' },
    /** PLIMSOLL_SPARE_GENERATOR of the workers. */
    keep: { type: 'string', default: 'used' },
    /** A spare generator is started 2 s after the last load, and takes two seconds of a core. */
    pause: { type: 'string', default: '8' },
  },
});
const [runs, clicks, workers] = [Number(options.runs), Number(options.clicks), Number(options.workers)];
const [turns, seconds, ratePerSecond] = [Number(options.turns), Number(options.seconds), Number(options.rate)];
const labels = ['fresh', 'used'] as const;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Times {
  readonly p50Us: number | null;
  readonly p99Us: number | null;
}
interface RunSeen {
  readonly id: string;
  readonly state: string;
  readonly summary: Readonly<Record<'serviceTime' | 'sendLateness' | 'responseTime', Times>> | null;
}

/** Runs of different `maxConnectionAge` are made by different generators; none of them comes to that age. */
function start({ ask, target }: Product, name: string, label: string | null = null, maxConnectionAge = '1000h'): Promise<RunSeen> {
  const load = { model: 'open', rate: ratePerSecond, duration: `${seconds}s` };
  return ask<RunSeen>('/api/v1/runs', {
    plan: {
      version: 1,
      name,
      target: { url: target.url },
      connection: { client: options.client, maxConnectionAge },
      workers: { label },
      load,
    },
  });
}

async function over({ ask }: Product, id: string): Promise<RunSeen> {
  const run = await until(
    'the run is over',
    300_000,
    () => ask<RunSeen>(`/api/v1/runs/${id}`),
    ({ state }) => !['queued', 'starting', 'running', 'stopping'].includes(state),
  );
  if (run.state !== 'completed') throw new Error(`run ${id} is ${run.state}`);
  return run;
}

/** Milliseconds from the click to the first request that the target saw. */
async function click(product: Product, n: number): Promise<number> {
  const clickedMs = performance.timeOrigin + performance.now();
  const { id } = await start(product, `click ${n}`);
  await over(product, id);
  const [first] = (await product.target.log()).filter(({ runId }) => runId === id);
  return (first?.atMs ?? Number.NaN) - clickedMs;
}

/** Processor time used so far by each part, s. */
function cpuByPart(server: Server, { pids }: Product): ReadonlyMap<string, number> {
  const sum = (of: (pid: number) => number) => pids.workers.reduce((total, pid) => total + of(pid), 0);
  return new Map([
    ['generators', sum(childrenCpuSeconds)],
    ['workers', sum((pid) => readProcess(pid).ownCpu)],
    ['API', familyCpuSeconds(pids.api)],
    ['Postgres', server.cpuSeconds() ?? Number.NaN],
    ['Redis', readProcess(pids.redis).ownCpu],
  ]);
}

async function measureClicks(product: Product): Promise<void> {
  const all: number[] = [];
  for (let n = 0; n < clicks; n += 1) {
    await sleep(Number(options.pause) * 1000);
    all.push(await click(product, n));
  }
  const at = (share: number) => quantile(all, share).toFixed(0);
  say(`click → first request: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${all.map((ms) => ms.toFixed(0)).join(', ')})`);
}

async function measureMany(server: Server, product: Product): Promise<void> {
  await product.target.reset();
  const [before, beganMs] = [cpuByPart(server, product), performance.now()];
  const ids: string[] = [];
  for (let n = 0; n < runs; n += 1) ids.push((await start(product, `run ${n}`)).id);
  // The last ones may end out of turn; one asker at a time costs next to nothing.
  for (const id of ids.toReversed()) await over(product, id);
  const minutes = (performance.now() - beganMs) / 60_000;
  const after = cpuByPart(server, product);
  say(`${runs} runs of ${seconds} s on ${workers} workers: ${(runs / minutes).toFixed(0)} runs a minute`);
  const parts = [...after].map(([part, seconds]) => [part, (seconds - (before.get(part) ?? 0)) / runs] as const);
  const total = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
  say(`CPU-s a run: ${total.toFixed(3)} = ${parts.map(([part, seconds]) => `${part} ${seconds.toFixed(3)}`).join(' + ')}`);
  const { byRun } = await product.target.counts();
  const wrong = ids.filter((id) => byRun[id] !== ratePerSecond * seconds);
  if (wrong.length > 0) throw new Error(`the target saw another number of requests of ${wrong.length} runs than was planned`);
}

/** Which of two goes first alternates; the first pair, in which neither process made a run before, does not count. */
async function measureTurns(product: Product): Promise<void> {
  const found = { fresh: [] as RunSeen[], used: [] as RunSeen[] };
  for (let n = 0; n <= turns; n += 1)
    for (const label of n % 2 === 0 ? labels : labels.toReversed()) {
      const age = `${label === 'fresh' ? 1001 + n : 1000}h`;
      const run = await over(product, (await start(product, `turn ${n}`, label, age)).id);
      if (n > 0) found[label].push(run);
    }
  for (const time of ['sendLateness', 'serviceTime', 'responseTime'] as const)
    for (const quantileOf of ['p50Us', 'p99Us'] as const) {
      const [fresh = [], used = []] = labels.map((label) => found[label].map(({ summary }) => summary?.[time][quantileOf] ?? Number.NaN));
      const greater = used.filter((us, n) => us > (fresh[n] ?? 0)).length;
      const middle = (values: readonly number[]) => [25, 50, 75].map((percent) => quantile(values, percent / 100).toFixed(0)).join(' / ');
      say(
        `${time} ${quantileOf}, quartiles: new ${middle(fresh)} µs, used ${middle(used)} µs; the used one's is greater in ${greater} of ${turns} pairs`,
      );
    }
  const { byRun } = await product.target.counts();
  const wrong = labels.flatMap((label) => found[label]).filter(({ id }) => byRun[id] !== ratePerSecond * seconds);
  if (wrong.length > 0) throw new Error(`the target saw another number of requests of ${wrong.length} runs than was planned`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const server = await openServer(undefined, undefined);
const db = openPool(server.url, { max: 1 });
try {
  const many = String(runs + clicks + 2);
  const token = async () => {
    await putTeam(db, 'team', 'Team');
    return putToken(db, { teamId: 'team', userId: 'owner', role: 'owner', scope: 'write' });
  };
  const settings = { PLIMSOLL_MAX_CONCURRENT_RUNS: many, PLIMSOLL_MAX_RUNS_OF_PERSON: many, PLIMSOLL_MAX_RUNS_IN_ALL: many };
  const staff =
    turns > 0
      ? labels.map((label) => ({ PLIMSOLL_WORKER_LABELS: label }))
      : Array.from({ length: workers }, () => ({ PLIMSOLL_SPARE_GENERATOR: options.keep }));
  const product = await startProduct(server.url, token, { workers: staff, settings });
  try {
    say(`${server.description}; ${availableParallelism()} cores (${cpus()[0]?.model}), ${options.client}, Node ${process.version}`);
    if (turns > 0) await measureTurns(product);
    if (turns === 0 && clicks > 0) await measureClicks(product);
    if (turns === 0 && runs > 0) await measureMany(server, product);
    say(`load average at the end: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  } finally {
    await product.stop();
  }
} finally {
  await db.end();
  await server.close();
}
