/** Makes loads in a generator process of this command, and answers what became of each as runs. */

import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { durationMs } from '@plimsoll/contracts/duration';
import { stateOfEnd } from '@plimsoll/contracts/end-state';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import { maskSecrets } from '@plimsoll/contracts/plan-secrets';
import type { Environment, Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { TurnPlan, Turns } from '@plimsoll/contracts/turns';
import { usefulThreads } from '@plimsoll/engine/partition';
import { processEnvironment, processFlags } from '@plimsoll/engine/process-flags';
import { pickChildEnvironment } from '@plimsoll/settings/child-environment';
import { summarise } from '@plimsoll/statistics/summary';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { judgeValidity } from '@plimsoll/statistics/validity';
import { commandWords } from '@plimsoll/wording/command-words';
import { environment } from '../config.ts';
import { Fault } from '../result/fault.ts';
import { type FromGenerator, generatorMark, type LoadOver, type LocalOrder, type ToGenerator } from './generator-messages.ts';
import { localEndSentence } from './local-policy.ts';

/** A run that was made here, with all its seconds. */
export interface LocalRun {
  readonly run: Run;
  readonly samples: readonly Sample[];
}

export interface LocalLoads {
  readonly plans: readonly Plan[];
  /** They take turns, one at a time; absent or null: they send at once. */
  readonly turns?: TurnPlan | null;
  readonly policy: TargetPolicy;
  /** The order in which loads send what is due at once is drawn from it. */
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onSample: (load: number, sample: Sample) => void;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
/** One core is left to the target and the terminal, where there are several. */
const mostThreads = 4;

/** As PLIMSOLL_THREADS of a worker says. */
function readThreads(): number {
  const given = Number(environment.PLIMSOLL_THREADS);
  return Number.isInteger(given) && given > 0 ? given : Math.max(1, Math.min(mostThreads, availableParallelism() - 1));
}

export async function makeLoads({ plans, turns = null, policy, seed, signal, onSample }: LocalLoads): Promise<LocalRun[]> {
  if (plans.some(({ generators }) => generators !== 1)) throw new Fault(commandWords.fault.localGenerators);
  const ids = plans.map(() => randomUUID());
  const createdAt = new Date();
  const threads = Math.min(...plans.map((plan) => usefulThreads(plan, readThreads())));
  const samples: Sample[][] = plans.map(() => []);
  let environments: readonly Environment[] = [];
  let startedAt: Date | null = null;
  const order: LocalOrder = { loads: plans.map((plan, at) => ({ plan, runId: ids[at] as string })), turns, policy, threads, seed };
  const ends = await generate(order, signal, (message) => {
    if (message.kind === 'ready') {
      environments = message.environments;
      startedAt = new Date();
    } else if (message.kind === 'sample') {
      samples[message.load]?.push(message.sample);
      onSample(message.load, message.sample);
    }
  });
  const endedAt = new Date();
  return plans.map((plan, at) => {
    const own = samples[at] ?? [];
    const facts = {
      id: ids[at] as string,
      createdAt,
      startedAt,
      endedAt,
      environment: environments[at] ?? null,
      turns: turns && { ...turns, side: at },
    };
    return { samples: own, run: finishedRun(plan, own, ends[at] as LocalEnd, facts) };
  });
}

type LocalEnd = LoadOver & { readonly died: boolean };

function generate(order: LocalOrder, signal: AbortSignal, onMessage: (message: FromGenerator) => void): Promise<readonly LocalEnd[]> {
  const child = fork(main, [generatorMark], {
    serialization: 'advanced',
    execArgv: [...processFlags(...order.loads.map(({ plan }) => plan))],
    env: { ...pickChildEnvironment(environment, environment.NODE_COMPILE_CACHE), ...processEnvironment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const tell = (message: ToGenerator) => child.connected && child.send(message, () => undefined);
  const stop = () => void tell({ kind: 'stop' });
  return new Promise((resolve) => {
    const died = (how: string) => {
      const last =
        said
          .trim()
          .split('\n')
          .find((line) => /error/i.test(line)) ?? '';
      const ending = { kind: 'processEnded' as const, how, last: last.trim().slice(0, 300) };
      resolve(order.loads.map(() => ({ reason: 'failed' as const, ending, died: true })));
    };
    child.on('message', (message: FromGenerator) => {
      if (message.kind === 'end') resolve(message.ends.map((end) => ({ ...end, died: false })));
      else onMessage(message);
    });
    child.on('error', (error) => died(error.message));
    child.on('exit', (code, name) => {
      signal.removeEventListener('abort', stop);
      died(name ?? `exit ${code}`);
    });
    signal.addEventListener('abort', stop, { once: true });
    tell({ kind: 'make', order });
    if (signal.aborted) stop();
  });
}

interface RunFacts {
  readonly id: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date;
  readonly environment: Environment | null;
  readonly turns: Turns | null;
}

/** As the server ends a run: the same summary, stamp and thresholds, of the same samples. */
function finishedRun(plan: Plan, samples: readonly Sample[], end: LocalEnd, facts: RunFacts): Run {
  const loadMs = loadDurationMs(plan.load);
  const lineBitsPerSecond = facts.environment?.lineBitsPerSecond ?? null;
  const measured = samples.length > 0;
  const thresholds = measured ? evaluateThresholds(plan.thresholds, samples) : [];
  return {
    id: facts.id,
    number: null,
    state: stateOfEnd(end, measured),
    stateReason: localEndSentence(end.ending),
    ending: end.ending,
    endReason: end.reason,
    attempt: 1,
    planId: null,
    plan: maskSecrets(plan),
    tags: plan.tags,
    note: plan.note,
    validity: measured ? judgeValidity(plan, samples, { lineBitsPerSecond, isLocal: true }) : null,
    thresholds,
    summary: measured ? summarise(samples, plan.errorStatuses, samples) : null,
    environment: facts.environment,
    generators: [],
    createdBy: null,
    createdAt: facts.createdAt.toISOString(),
    startedAt: facts.startedAt?.toISOString() ?? null,
    endedAt: facts.endedAt.toISOString(),
    expectedDurationMs: loadMs === null ? null : durationMs(plan.warmup) + loadMs,
    stopRequested: end.reason === 'stopped',
    baseline: null,
    ciStatus: null,
    experimentId: null,
    source: null,
    turns: facts.turns,
  };
}
