/** `plimsoll ab`: two targets, or two plans, measured against each other. */
import { randomKey } from '@plimsoll/client/random-key';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { durationMs, formatDuration } from '@plimsoll/contracts/duration';
import { type CreateExperiment, createExperimentSchema, type Experiment, experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { commandWords } from '@plimsoll/wording/command-words';
import { abHere } from '../local/local-ab.ts';
import { comparisonHere } from '../local/local-files.ts';
import { localPolicy } from '../local/local-policy.ts';
import { type ExitReason, judgeComparison } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import type { MadeComparison } from '../result/made.ts';
import { aimedAt, isUrl, planOfUrl, readPlan, readShare } from '../result/read-plan.ts';
import { refuseBy } from '../result/refuse-by.ts';
import { askAgain } from '../server/ask-again.ts';
import { followExperiment, runsOf } from '../server/follow-experiment.ts';
import { findServer } from '../server/known-server.ts';
import { openRoundView } from '../terminal/round-view.ts';
import { type Context, type FinishOptions, finish, readFiles } from './context.ts';

export interface AbOptions extends FinishOptions {
  readonly base: string;
  readonly head: string;
  readonly plan?: string;
  readonly detect?: string;
  readonly max?: string;
  readonly rate?: string;
  readonly duration?: string;
  readonly local?: boolean;
  readonly allow?: readonly string[];
  readonly strict?: boolean;
}

/** Rounds that fit into the time there is; a verdict needs ten seconds of a run. */
const rounds = 10;
const shortestRoundMs = 10_000;
const longestRoundMs = 30_000;
const firstRounds = 2;

export async function ab(context: Context, options: AbOptions): Promise<ExitReason> {
  const files = readFiles(options);
  const experiment = readExperiment(options);
  const made = options.local ? await here(context, experiment, options.allow) : await onServer(context, experiment);
  return finish(context, made, judgeComparison(made.result, made.runs, options.strict ?? false), files);
}

/** Throws a Fault for sides and figures that make no experiment. */
export function readExperiment({ base, head, plan, detect = '3%', max = '10m', rate, duration }: AbOptions): CreateExperiment {
  if (isUrl(base) !== isUrl(head)) throw new Fault(commandWords.fault.unlikeSides);
  if (plan !== undefined && !isUrl(base)) throw new Fault(commandWords.fault.planBesideFiles);
  const shared = plan === undefined ? null : readPlan(plan);
  const side = (source: string): Plan => {
    if (shared) return aimedAt(shared, source);
    return isUrl(source) ? planOfUrl(source, { rate, duration: duration ?? roundLength(max) }) : readPlan(source);
  };
  return refuseBy(createExperimentSchema, {
    kind: 'ab',
    variants: [
      { name: commandWords.result.base, plan: side(base) },
      { name: commandWords.result.head, plan: side(head) },
    ],
    repeats: firstRounds,
    detect: readShare(detect),
    maxDuration: max,
  });
}

function roundLength(max: string): string {
  const ms = /^[\d.]/.test(max) ? durationMs(max) : shortestRoundMs;
  return formatDuration(Math.round(Math.max(shortestRoundMs, Math.min(longestRoundMs, ms / rounds)) / 1000) * 1000);
}

async function here(context: Context, experiment: CreateExperiment, allow?: readonly string[]): Promise<MadeComparison> {
  const view = openRoundView(context, nameOf(experiment));
  const { result, runs } = await abHere({
    experiment,
    policy: localPolicy(allow),
    signal: context.stop,
    onRound: (round, of, so) => view.round(round, of, so),
    onSample: (variant, sample) => view.sample(variant, sample),
  });
  view.end();
  return comparisonHere(nameOf(experiment), result, runs);
}

async function onServer(context: Context, experiment: CreateExperiment): Promise<MadeComparison> {
  const server = findServer(context.server);
  const first = await server.client.request(api.experiments, experimentSchema, {
    method: 'POST',
    body: { ...experiment, name: nameOf(experiment) },
    headers: { 'idempotency-key': randomKey() },
  });
  const link = `${server.url}/experiments/${first.id}`;
  if (context.onObject) context.onObject({ event: 'started', experiment: first.id, link });
  else if (!context.screen.isLive) context.screen.note(commandWords.progress.stored({ link }));
  const view = openRoundView(context, first.name);
  const over = await followExperiment(server, first, (so) => view.round(so.progress.done, so.progress.total, resultOf(so)), context.stop);
  view.end();
  const ids = (variant: number) =>
    over.runs.flatMap((step) => (step.variant === variant && step.state === 'completed' ? (step.runId ?? []) : []));
  return {
    kind: 'comparison',
    name: first.name,
    result: resultOf(over),
    power: over.power,
    runs: await runsOf(server, over),
    link,
    file: (format) => askAgain(() => server.client.text(api.exportedComparison(format, ids(0), ids(1)))),
  };
}

/** There is one candidate, so there is one comparison. */
function resultOf({ comparisons }: Pick<Experiment, 'comparisons'>): ComparisonResult | null {
  return comparisons[0]?.result ?? null;
}

function nameOf({ variants }: CreateExperiment): string {
  return variants
    .map(({ plan }) => plan.name)
    .join(' ↔ ')
    .slice(0, 200);
}
