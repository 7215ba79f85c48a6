/**
 * `plimsoll agent`: looks at a machine, a process or what listens on a port once a second, and posts what it saw. What cannot be posted
 * waits here, an hour at most, and looking never waits for posting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@plimsoll/contracts/paths';
import { mostAgentPoints, type ResourceFigures, type SourceProblem } from '@plimsoll/contracts/resources';
import { resourceMetrics } from '@plimsoll/contracts/target-figures';
import { openHostUsage } from './host-usage.ts';
import { readStat } from './proc.ts';
import { openProcessProbe } from './process-probe.ts';
import { machineCores } from './process-usage.ts';

export interface AgentOptions {
  /** Address of the server, as `https://plimsoll.example.com`. */
  readonly server: string;
  /** With the scope `resources:write`. */
  readonly token: string;
  /** The name of the source. */
  readonly source: string;
  readonly watch: { readonly kind: 'host' } | { readonly kind: 'pid' | 'port'; readonly number: number };
  readonly signal: AbortSignal;
  /** Told when posting begins to fail and when it works again, and why nothing is seen of a port. */
  readonly say: (sentence: string) => void;
}

interface AgentPoint extends ResourceFigures {
  readonly at: string;
}

const waitingMost = 3600;
const patienceMs = 5000;
const slowestRetryMs = 10_000;

/** Throws Error for a process that does not exist. A port may get its listener later. */
export function refuseAbsent({ watch }: Pick<AgentOptions, 'watch'>): void {
  if (watch.kind === 'pid' && !readStat(watch.number)) throw new Error(`There is no process ${watch.number}.`);
}

/** Resolves when it is told to stop. Throws Error where the server refuses the token or the watched process ends: waiting would not help. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { signal } = options;
  const waiting: AgentPoint[] = [];
  const watched = openWatched(options);
  const stopped = new AbortController();
  const all = AbortSignal.any([signal, stopped.signal]);
  try {
    await Promise.all([look(watched, waiting, all), post(options, watched, waiting, all)]);
  } finally {
    stopped.abort();
  }
}

async function look({ take }: Watched, waiting: AgentPoint[], signal: AbortSignal): Promise<void> {
  await take(1);
  let lastMs = performance.now();
  while (!signal.aborted) {
    await sleep(1000 - (Date.now() % 1000), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const nowMs = performance.now();
    const figures = await take((nowMs - lastMs) / 1000);
    // The middle of the time the figures are of: its second is the one they belong to.
    const at = new Date(Date.now() - (nowMs - lastMs) / 2).toISOString();
    lastMs = nowMs;
    if (figures && resourceMetrics.some((name) => figures[name] !== null)) waiting.push({ at, ...figures });
    if (waiting.length > waitingMost) waiting.shift();
  }
}

interface Watched {
  /** Figures since the last call. */
  take(elapsedSeconds: number): Promise<ResourceFigures | null>;
  /** That its control group may use. */
  quotaCores(): number | null;
}

/** Of a port without a listener: why nothing is seen. */
const portProblems: Partial<Record<SourceProblem, (port: number) => string>> = {
  not_found: (port) => `Nothing listens on port ${port}. It is watched once something does.`,
  not_permitted: (port) => `Port ${port} belongs to a process of another user, which this agent may not look at.`,
  behind_forwarder: (port) => `Port ${port} leads into a container. Watch its process with --pid.`,
};

function openWatched({ watch, say }: Pick<AgentOptions, 'watch' | 'say'>): Watched {
  if (watch.kind === 'host') {
    const usage = openHostUsage();
    return { take: async (elapsed) => usage.take(elapsed), quotaCores: () => null };
  }
  const { kind, number } = watch;
  const findOne = async () => (readStat(number) ? { name: '', holders: [number] } : 'not_found');
  const probe = openProcessProbe(kind === 'pid' ? findOne : number, new Set([process.pid]));
  const begun = probe.begin();
  let told: SourceProblem | null = null;
  return {
    async take(elapsed) {
      await begun;
      const { figures, problem } = await probe.look(elapsed);
      if (kind === 'pid' && problem) throw new Error(`Process ${number} has ended.`);
      const sentence = problem !== told && problem && portProblems[problem];
      if (sentence) say(sentence(number));
      told = problem;
      return figures;
    },
    quotaCores: () => probe.quotaCores(),
  };
}

async function post(options: AgentOptions, watched: Watched, waiting: AgentPoint[], signal: AbortSignal): Promise<void> {
  let pauseMs = 1000;
  let isAway = false;
  while (!signal.aborted) {
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    const points = waiting.slice(0, mostAgentPoints);
    if (signal.aborted || points.length === 0) continue;
    const problem = await send(options, watched.quotaCores(), points);
    if (problem === null) {
      waiting.splice(0, waiting.indexOf(points.at(-1) as AgentPoint) + 1);
      if (isAway) options.say('The server takes figures again.');
    } else if (!isAway) options.say(`The server takes no figures for now (${problem}). They wait here.`);
    isAway = problem !== null;
    pauseMs = isAway ? Math.min(slowestRetryMs, pauseMs * 2) : waiting.length >= mostAgentPoints ? 0 : 1000;
  }
}

/** Null: they are kept. Else why not, for now. */
async function send(
  { server, token, source }: AgentOptions,
  quotaCores: number | null,
  points: readonly AgentPoint[],
): Promise<string | null> {
  try {
    const answer = await fetch(new URL(api.resources, server), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source, cores: machineCores, quotaCores, points }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await answer.text();
    if (answer.ok) return null;
    if ([400, 401, 403, 404].includes(answer.status))
      throw new RefusedByServer(`The server refuses the figures (${answer.status}): ${text.slice(0, 300)}`);
    return `it answered ${answer.status}`;
  } catch (error) {
    if (error instanceof RefusedByServer) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

class RefusedByServer extends Error {}
