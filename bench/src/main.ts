/** `npm run bench`: rounds of every generator on the same target, in an order that is drawn for each round, medians into docs/benchmarks.md. */
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { httpClients } from '@plimsoll/contracts/connection';
import { shuffle } from '@plimsoll/statistics/shuffle';
import { findCommand } from '@plimsoll/testbed/find-command';
import { startBusyLoops } from './busy-loops.ts';
import { type BenchCase, cases, halfOfGrpcCeiling, type Medians } from './cases.ts';
import { besideAnother, type Entrant, findEntrants, plimsoll } from './entrants.ts';
import { median, type Round } from './figures.ts';
import { unary } from './grpc/grpc-method.ts';
import { startGrpcTarget } from './grpc/grpc-target.ts';
import { startNginx } from './nginx.ts';
import { startNodeTarget } from './node-target.ts';
import { caseTable, machine, type TruthRound, type TruthRow, truthTable, writeReport } from './report.ts';
import { startTruthTarget, type Truth, trueTimes } from './truth.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    /** `bench/src/engine-process.ts` of another checkout with its packages installed: that engine runs in turns with this one, and no peer does. */
    beside: { type: 'string' },
    /** With it: share of this engine's requests that carry a trace. The other's carry none. */
    tracing: { type: 'string' },
    install: { type: 'boolean', default: false },
    dry: { type: 'boolean', default: false },
  },
});
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
const wanted = (id: string) => options.only === undefined || options.only.split(',').includes(id);
const canPin = availableParallelism() > 1 && findCommand('taskset') !== null;
const [targetCore, generatorCore] = canPin ? [0, 1] : [null, null];
const say = (line: string) => process.stderr.write(`${line}\n`);

function startTarget({ grpc, webSocket, events, streams }: BenchCase['load']) {
  if (webSocket) return startNodeTarget('./websocket/echo-server.ts', 'ws', targetCore);
  if (events) return startNodeTarget('./events/event-server.ts', 'http', targetCore);
  return grpc ? startGrpcTarget('interop', targetCore) : startNginx(targetCore, streams !== null);
}

/** null where the target's program is not here. */
async function measureCase(bench: BenchCase, all: readonly Entrant[]): Promise<string | null> {
  say(bench.title);
  const target = await startTarget(bench.load);
  if (!target) return null;
  const taking = all.filter(({ name, isPeer }) => !isPeer || !bench.peers || bench.peers.includes(name));
  const results = new Map<string, Round[]>(taking.map(({ name }) => [name, []]));
  const stopLoops = startBusyLoops(bench.busyLoops ?? 0);
  try {
    for (let round = 1; round <= rounds; round++)
      for (const { name, run } of shuffle([...taking], Math.random)) {
        const figures = await run({ ...bench.load, url: target.url, seconds });
        if (!figures) continue;
        say(
          `  round ${round} ${name.padEnd(14)} ${Math.round(figures.perSecond)}/s, ${Math.round(figures.perCpuSecond)} per CPU second, ${figures.failed ?? '?'} failed, p99 ${figures.p99Ms} ms`,
        );
        results.get(name)?.push(figures);
      }
  } finally {
    stopLoops();
    await target.close();
  }
  return caseTable(bench, new Map([...results].filter(([, list]) => list.length > 0).map(([name, list]) => [name, computeMedians(list)])));
}

function computeMedians(list: readonly Round[]): Medians {
  const of = (pick: (round: Round) => number | null | undefined) => median(list.map(pick));
  const keys = Object.keys(list[0]?.extra ?? {});
  return {
    perSecond: of((round) => round.perSecond) ?? 0,
    cpuShare: of((round) => round.cpuShare) ?? 0,
    perCpuSecond: of((round) => round.perCpuSecond) ?? 0,
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    p999Ms: of((round) => round.p999Ms),
    failed: of((round) => round.failed),
    extra: Object.fromEntries(keys.map((key) => [key, of((round) => round.extra?.[key])])),
    rounds: list,
  };
}

async function measureTruth(title: string, truth: Truth, all: readonly Entrant[]): Promise<string | null> {
  say(title);
  const grpc = truth.grpc ? unary : null;
  const streams = grpc ? 100 : null;
  const rows = new Map<string, TruthRow & { rounds: TruthRound[] }>();
  for (let round = 1; round <= rounds; round++)
    for (const { name, run } of all) {
      const target = await startTruthTarget(truth, targetCore);
      if (!target) return null;
      const load = { url: target.url, seconds: truth.seconds, keepAlive: true, streams, grpc };
      // Enough connections that nobody has to wait for one; tools without an open model do what they can.
      const openTold = await run({ ...load, rate: truth.rate, connections: grpc ? 8 : 800 });
      const told = openTold ?? (await run({ ...load, rate: null, connections: 5 }));
      const log = await target.end();
      if (!told) continue;
      const row = rows.get(name) ?? { tool: name, open: openTold !== null, rounds: [] };
      rows.set(name, row);
      const really = trueTimes(truth, log, row.open);
      row.rounds.push({ told, truth: really });
      const truly = Object.values(really).map((ms) => ms.toFixed(2));
      say(`  truth, round ${round} ${name.padEnd(14)} p50 ${told.p50Ms} p99 ${told.p99Ms} p99.9 ${told.p999Ms}, truly ${truly.join(' ')}`);
    }
  return truthTable(title, [...rows.values()]);
}

const frozenOnce = { rate: 500, seconds: 20, freezeAfterSeconds: 8, freezeSeconds: 1 };
const truths: readonly { readonly id: string; readonly title: string; readonly truth: Truth }[] = [
  {
    id: 'truth',
    title: 'Truth: 500/s for 20 s, 5 ms, one in a hundred 200 ms, frozen once for 1 s',
    truth: { ...frozenOnce, grpc: null },
  },
  {
    id: 'grpc-truth',
    title: 'Truth, gRPC: 500 calls/s for 20 s, 5 ms, one in a hundred 200 ms, frozen once for 1 s',
    truth: { ...frozenOnce, grpc: { delays: true } },
  },
  {
    id: 'grpc-truth-open',
    title: 'Truth, gRPC: 20 000 calls/s for 5 s, as fast as the server is',
    truth: { rate: halfOfGrpcCeiling, seconds: 5, freezeAfterSeconds: 0, freezeSeconds: 0, grpc: { delays: false } },
  },
];

async function measureMany(): Promise<string> {
  const connections = 10_000;
  const lines: string[] = [];
  for (const client of httpClients) {
    say(`10 000 connections on ${client}`);
    const target = await startNginx(targetCore);
    const load = { url: target.url, seconds: 10, connections, rate: null, keepAlive: true, streams: null, grpc: null };
    const round = await plimsoll(client, generatorCore).run(load);
    const idle = await plimsoll(client, generatorCore).run({ ...load, connections: 1, seconds: 3, rate: 1000 });
    await target.close();
    const [rss, base, open] = [round?.extra?.rssMb ?? 0, idle?.extra?.rssMb ?? 0, round?.extra?.mostOpen ?? 0];
    const each = ((rss - base) * 1000) / Math.max(1, open);
    lines.push(
      `* ${client}: ${open} open at once, ${Math.round(round?.perSecond ?? 0)} requests/s, ${round?.failed ?? 0} failed, ` +
        `connect time p99 ${Math.round(round?.extra?.connectP99Ms ?? 0)} ms, RSS ${Math.round(rss)} MB (${Math.round(base)} MB with one): ` +
        `${each.toFixed(1)} kB a connection (goal ≤ 60 kB).`,
    );
  }
  return ['### 10 000 open connections', '', `Closed load of ${connections} connections:`, '', ...lines, ''].join('\n');
}

const all =
  options.beside === undefined
    ? findEntrants(options.install, generatorCore)
    : besideAnother(options.beside, generatorCore, options.tracing === undefined ? undefined : Number(options.tracing));
const tables: (string | null)[] = [];
for (const bench of cases) if (wanted(bench.id)) tables.push(await measureCase(bench, all));
for (const { id, title, truth } of truths)
  if (wanted(id))
    tables.push(
      await measureTruth(
        title,
        truth,
        all.filter(({ name }) => !name.startsWith('bare')),
      ),
    );
if (wanted('connections')) tables.push(await measureMany());
const [busy = 0] = loadavg();
const measured = [
  `Machine: ${machine()}. ${rounds} interleaved rounds of ${seconds} s, medians; ${canPin ? 'target pinned to core 0, generator to core 1' : 'nothing pinned'}. Load average of the machine at the end: ${busy.toFixed(1)} (1 is the generator, 1 the target; more is other people's work, which makes absolute figures and the tails of this run worse than the tools).`,
  '',
  ...tables.filter((table) => table !== null),
].join('\n');
process.stdout.write(`${measured}\n`);
if (!options.dry && options.only === undefined && options.beside === undefined)
  writeReport(join(import.meta.dirname, '../../docs/benchmarks.md'), measured);
