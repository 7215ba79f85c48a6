/** The generators of a benchmark, all called in the same way. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type HttpClient, httpClients } from '@plimsoll/contracts/connection';
import { planSchema } from '@plimsoll/contracts/plan';
import { processEnvironment, processFlags } from '@plimsoll/engine/process-flags';
import { findCommand } from '@plimsoll/testbed/find-command';
import { createPlan, oneLoad } from './cases.ts';
import type { Figures, Round } from './figures.ts';
import { measure } from './measure.ts';
import { ours } from './report.ts';
import type { BenchLoad, Tool } from './tool.ts';
import { peers } from './tools.ts';

/** A generator that takes part: one of ours, a peer, or a bare loop. `run` answers null if it cannot make the load. */
export interface Entrant {
  readonly name: string;
  /** Somebody else's. */
  readonly isPeer?: boolean;
  run(load: BenchLoad): Promise<Round | null>;
}

const node = (file: string, flags: readonly string[] = []) => [process.execPath, ...flags, new URL(file, import.meta.url).pathname];

function withCpu(figures: Figures, load: BenchLoad, wholeCpuSeconds: number): Round {
  const cpuSeconds = figures.cpuSeconds ?? wholeCpuSeconds;
  return { ...figures, cpuShare: cpuSeconds / load.seconds, perCpuSecond: (figures.perSecond * load.seconds) / cpuSeconds };
}

interface Variant {
  /** The engine process of another checkout. */
  readonly file?: string;
  /** Share of the requests that carry a trace. */
  readonly sample?: number | undefined;
}

/** Our engine with one of its clients; `core`: the core to run on, null for any. */
export function plimsoll(client: HttpClient, core: number | null, { file, sample }: Variant = {}): Entrant {
  return {
    name: file === undefined ? ours[client] : `${client}, ${file}`,
    async run(load) {
      const { together = 1, rate } = load;
      // Calls and WebSockets have one client.
      if ((load.grpc || load.webSocket) && client === 'undici') return null;
      const share = { ...load, connections: load.connections / together, rate: rate === null ? null : rate / together };
      const plan = planSchema.parse({ ...createPlan(share, client), ...(sample === undefined ? {} : { tracing: { sample } }) });
      const command = [
        ...node(file === undefined ? './engine-process.ts' : resolve(file), processFlags(plan)),
        JSON.stringify({ plan, threads: 1, together }),
      ];
      const { stdout, stderr, cpuSeconds, code } = await measure(command, core, file === undefined ? processEnvironment : {});
      if (code !== 0) throw new Error(`the engine failed: ${stderr}`);
      return withCpu(JSON.parse(stdout) as Figures, load, cpuSeconds);
    },
  };
}

/** One load in place of several at once, of the same rate and connections in all: what it costs to make them at once. */
function undivided(client: HttpClient, core: number | null): Entrant {
  const { run } = plimsoll(client, core);
  return {
    name: oneLoad[client],
    run: async ({ together, ...load }) => (together === undefined ? null : run(load)),
  };
}

/** The least that one client library can do, from a script of ours that records nothing. */
function bareLoop(core: number | null, name: string, file: string, argumentsFor: (load: BenchLoad) => readonly number[] | null): Entrant {
  return {
    name,
    async run(load) {
      const numbers = argumentsFor(load);
      if (!numbers) return null;
      const { stdout, cpuSeconds } = await measure([...node(file), load.url, ...numbers.map(String)], core);
      const { perSecond } = JSON.parse(stdout) as { perSecond: number };
      return withCpu({ perSecond, p50Ms: null, p99Ms: null, p999Ms: null, failed: null }, load, cpuSeconds);
    },
  };
}

/** undefined: plain HTTP. */
function speaks({ grpc, webSocket, events }: BenchLoad): Tool['speaks'] {
  if (grpc) return 'grpc';
  if (events) return 'events';
  return webSocket ? 'websocket' : undefined;
}

const ofHttp = (argumentsFor: (load: BenchLoad) => readonly number[] | null) => (load: BenchLoad) =>
  speaks(load) === undefined ? argumentsFor(load) : null;

const withoutKeepAlive = ofHttp(({ keepAlive, rate, streams, connections, seconds }: BenchLoad) =>
  !keepAlive && rate === null && streams === null ? [connections, seconds] : null,
);

const bareLoops = (core: number | null): readonly Entrant[] => [
  bareLoop(
    core,
    'bare undici loop',
    './bare-undici.ts',
    ofHttp(({ keepAlive, rate, streams, connections, seconds }) =>
      keepAlive && rate === null && streams === null ? [connections, seconds] : null,
    ),
  ),
  bareLoop(core, 'bare net loop', './bare-net.ts', withoutKeepAlive),
  bareLoop(core, 'bare net loop, sockets connected again', './bare-net-again.ts', withoutKeepAlive),
  bareLoop(
    core,
    'bare http2 loop',
    './bare-http2.ts',
    ofHttp(({ streams, connections, seconds }) => (streams === null ? null : [connections, streams, seconds])),
  ),
  bareLoop(core, 'bare fetch loop', './events/bare-fetch.ts', ({ events, connections, seconds }) =>
    events ? [connections, seconds] : null,
  ),
  bareLoop(core, 'bare ws loop', './websocket/bare-socket.ts', ({ webSocket, connections, seconds }) =>
    webSocket ? [connections, seconds] : null,
  ),
];

function peer(tool: Tool, path: string, core: number | null): Entrant {
  return {
    name: tool.name,
    isPeer: true,
    async run(load) {
      if (load.together !== undefined || tool.speaks !== speaks(load)) return null;
      const args = tool.call(load);
      if (!args) return null;
      const { stdout, stderr, cpuSeconds } = await measure([path, ...args], core, tool.env);
      try {
        return withCpu(tool.read(stdout, load), load, cpuSeconds);
      } catch {
        process.stderr.write(`  ${tool.name} could not be read: ${stderr.slice(0, 300)}\n`);
        return null;
      }
    },
  };
}

/** Both clients of this checkout, each beside the same one of another: `file` is its engine process. `sample`: this one's requests alone carry traces. */
export function besideAnother(file: string, core: number | null, sample?: number): Entrant[] {
  return httpClients.flatMap((client) => [plimsoll(client, core, { sample }), plimsoll(client, core, { file })]);
}

/** All generators of this machine. `install`: first builds the peers that are missing. */
export function findEntrants(install: boolean, core: number | null): Entrant[] {
  const found = peers.flatMap((tool) => {
    if (install && tool.install && !findCommand(tool.command)) {
      const [program = '', ...args] = tool.install;
      process.stderr.write(`installing ${tool.name}: ${tool.install.join(' ')}\n`);
      spawnSync(findCommand(program) ?? program, args, { stdio: 'inherit' });
    }
    const path = findCommand(tool.command);
    if (!path) process.stderr.write(`${tool.name} is not here${tool.install ? ` (--install builds it: ${tool.install.join(' ')})` : ''}\n`);
    return path ? [peer(tool, path, core)] : [];
  });
  return [...httpClients.flatMap((client) => [plimsoll(client, core), undivided(client, core)]), ...found, ...bareLoops(core)];
}
