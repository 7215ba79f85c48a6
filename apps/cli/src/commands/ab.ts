/** `plimsoll ab`: two targets, or two plans, measured against each other. */
import { randomKey } from '@plimsoll/client/random-key';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { durationMs, durationSchema, formatDuration, lastingSchema } from '@plimsoll/contracts/duration';
import { type CreateExperiment, createExperimentSchema, type Experiment, experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { type StreamsOfPlan, streamsOnly } from '@plimsoll/contracts/streaming';
import { commandWords } from '@plimsoll/wording/command-words';
import { remarkSentence } from '@plimsoll/wording/experiment-sentence';
import { abHere } from '../local/local-ab.ts';
import { comparisonHere } from '../local/local-files.ts';
import type { Disturbance } from '../local/local-pilot.ts';
import { type LocalOptions, localPolicy, refuseAllow } from '../local/local-policy.ts';
import { orFaultFiles } from '../out/fault-files.ts';
import { type ExitReason, judgeComparison } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import type { MadeComparison } from '../result/made.ts';
import { joinTags, pipelineTags, type Tags } from '../result/pipeline-tags.ts';
import { aimedAt, isUrl, type PlanOptions, readPlan, readShare, readTags } from '../result/read-plan.ts';
import { refuseBy } from '../result/refuse-by.ts';
import { sideNames } from '../result/side-names.ts';
import { askAgain } from '../server/ask-again.ts';
import { followExperiment, runsOf } from '../server/follow-experiment.ts';
import { findServer, type KnownServer } from '../server/known-server.ts';
import { openRestartHook } from '../services/restart-hook.ts';
import { type ServiceOptions, type Services, startServices } from '../services/service-pair.ts';
import { openRoundView } from '../terminal/round-view.ts';
import { type Context, type FinishOptions, finish, readFiles } from './context.ts';

export interface AbOptions extends FinishOptions, LocalOptions, PlanOptions {
  readonly base: string;
  readonly head: string;
  readonly baseCmd?: string;
  readonly headCmd?: string;
  readonly ready?: string;
  readonly readyWithin?: string;
  readonly restarts?: string;
  readonly logs?: string;
  readonly tag?: readonly string[];
  readonly plan?: string;
  readonly detect?: string;
  readonly max?: string;
  readonly strict?: boolean;
}

/** Rounds that fit into the time there is; a verdict needs ten seconds of a run. */
const rounds = 10;
const shortestRoundMs = 10_000;
const longestRoundMs = 30_000;
const firstRounds = 2;
const mostRestarts = 19;

export async function ab(context: Context, options: AbOptions): Promise<ExitReason> {
  refuseAllow(options);
  const files = readFiles(options, 'comparison');
  const experiment = readExperiment(options);
  const made = await orFaultFiles(files, () =>
    withServices(context, options, (inside, services) => {
      const restarted = options.restarts === undefined ? null : services;
      return options.local
        ? here(inside, experiment, { allow: options.allow, restarted })
        : onServer(inside, experiment, { base: options.base, restarted });
    }),
  );
  const judged = judgeComparison(made.result, made.runs, options.strict ?? false, made.of);
  return finish(context, made, context.stop.aborted ? 'stopped' : judged, files);
}

/** Starts what `--base-cmd` and `--head-cmd` say, and stops it before anything is told, whatever happens meanwhile. */
async function withServices<Answer>(
  context: Context,
  options: AbOptions,
  measure: (inside: Context, services: Services | null) => Promise<Answer>,
): Promise<Answer> {
  const order = readServices(options);
  if (!order) return measure(context, null);
  context.screen.note(commandWords.progress.starting);
  const services = await startServices(order, context.stop);
  try {
    const made = await measure({ ...context, stop: AbortSignal.any([context.stop, services.lost]) }, services);
    services.lost.throwIfAborted();
    return made;
  } finally {
    await services.stop();
  }
}

/** Null: nothing is to be started. Throws a Fault for what belongs to commands, without them. */
function readServices({ base, head, baseCmd, headCmd, ready, readyWithin = '30s', restarts, logs }: AbOptions): ServiceOptions | null {
  if (restarts !== undefined && (baseCmd === undefined || headCmd === undefined)) throw new Fault(commandWords.fault.restartsOfCommands);
  if (baseCmd === undefined && headCmd === undefined) {
    if (ready !== undefined || logs !== undefined) throw new Fault(commandWords.fault.ofCommands);
    return null;
  }
  if (process.platform === 'win32') throw new Fault(commandWords.fault.commandsOnWindows);
  if (!isUrl(base) || !isUrl(head)) throw new Fault(commandWords.fault.commandsNeedUrls);
  if (baseCmd !== undefined && headCmd !== undefined && new URL(base).host === new URL(head).host)
    throw new Fault(commandWords.fault.samePort({ host: new URL(base).host }));
  const within = refuseBy(durationSchema, readyWithin, { '': '--ready-within' });
  return {
    base,
    head,
    readyWithin: within,
    ...(baseCmd === undefined ? {} : { baseCmd }),
    ...(headCmd === undefined ? {} : { headCmd }),
    ...(ready === undefined ? {} : { ready }),
    ...(logs === undefined ? {} : { logs }),
  };
}

/** Throws a Fault for sides and figures that make no experiment. */
export function readExperiment(options: AbOptions): CreateExperiment {
  const { base, head, plan, detect = '3%', max = '10m', rate, duration, threshold, header, method, body } = options;
  const repeats = options.restarts === undefined ? firstRounds : readRestarts(options.restarts) + 1;
  if (isUrl(base) !== isUrl(head)) throw new Fault(commandWords.fault.unlikeSides);
  if (plan !== undefined && !isUrl(base)) throw new Fault(commandWords.fault.planBesideFiles);
  const given = { rate, duration, threshold, header, method, body };
  const shared = plan === undefined ? null : readPlan(plan, given);
  const ofPipeline = pipelineTags();
  const side = (source: string, tags: Tags): Plan => {
    const lasting = isUrl(source) ? (duration ?? roundLength(max, repeats)) : duration;
    const made = shared ? aimedAt(shared, source) : readPlan(source, { ...given, duration: lasting });
    return { ...made, tags: joinTags(made.tags, tags, readTags(options.tag)) };
  };
  const experiment = {
    kind: 'ab',
    variants: [
      { name: commandWords.result.base, plan: side(base, ofPipeline.base) },
      { name: commandWords.result.candidate, plan: side(head, ofPipeline.head) },
    ],
    repeats,
    detect: readShare(detect),
    maxDuration: max,
  };
  return refuseBy(createExperimentSchema, experiment, { '/maxDuration': '--max', '/detect': '--detect' });
}

function roundLength(max: string, least: number): string {
  const ms = durationMs(refuseBy(lastingSchema, max, { '': '--max' }));
  return formatDuration(Math.round(Math.max(shortestRoundMs, Math.min(longestRoundMs, ms / Math.max(rounds, least))) / 1000) * 1000);
}

/** As many rounds as an experiment has, less the first. */
function readRestarts(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > mostRestarts)
    throw new Fault(commandWords.fault.restarts({ text, most: mostRestarts }));
  return count;
}

interface HereOptions {
  readonly allow: readonly string[] | undefined;
  readonly restarted: Services | null;
}

async function here(context: Context, experiment: CreateExperiment, { allow, restarted }: HereOptions): Promise<MadeComparison> {
  const view = openRoundView({ ...context, plan: planOfAll(experiment) }, nameOf(experiment));
  const { result, power, runs } = await abHere({
    experiment,
    policy: localPolicy(allow),
    signal: context.stop,
    restart: restarted && (() => restarted.restart()),
    onDisturbance: (found) => tellDisturbance(context, experiment, found),
    onRound: (round, of, so) => view.round(round, of, so),
    onSample: (variant, sample) => view.sample(variant, sample),
  });
  view.end();
  return { ...comparisonHere(nameOf(experiment), result, runs), power, of: restarted ? 'builds' : 'services' };
}

/** Both sides are told by one time: by that of streams where each makes nothing else. */
function planOfAll({ variants }: CreateExperiment): StreamsOfPlan {
  return { streamsOnly: variants.every(({ plan }) => streamsOnly(plan)) };
}

function tellDisturbance(context: Context, { variants }: CreateExperiment, { variant, ...found }: Disturbance): void {
  if (context.onObject) context.onObject({ event: 'disturbance', variant: sideNames[variant], ...found });
  else context.screen.note(remarkSentence({ kind: 'disturbance', variant: variants[variant]?.name ?? '', ...found, asked: false }));
}

interface ThereOptions {
  readonly base: string;
  readonly restarted: Services | null;
}

async function onServer(context: Context, experiment: CreateExperiment, { base, restarted }: ThereOptions): Promise<MadeComparison> {
  const server = findServer(context.server);
  const hook = restarted && (await openRestartHook(restarted, base));
  try {
    const asked = { ...experiment, ...(hook ? { restart: { url: hook.url } } : {}) };
    return { ...(await madeOnServer(context, server, asked)), of: restarted ? 'builds' : 'services' };
  } finally {
    hook?.close();
  }
}

async function madeOnServer(context: Context, server: KnownServer, experiment: CreateExperiment): Promise<MadeComparison> {
  const first = await server.client.request(api.experiments, experimentSchema, {
    method: 'POST',
    body: { ...experiment, name: nameOf(experiment) },
    headers: { 'idempotency-key': randomKey() },
  });
  const link = `${server.url}/experiments/${first.id}`;
  if (context.onObject) context.onObject({ event: 'started', experiment: first.id, link });
  else if (!context.screen.isLive) context.screen.note(commandWords.progress.stored({ link }));
  const view = openRoundView({ ...context, plan: planOfAll(experiment) }, first.name);
  const over = await followExperiment(server, first, (so) => view.round(so.progress.done, so.progress.total, resultOf(so)), context.stop);
  view.end();
  const ids = (variant: number) =>
    over.runs.flatMap((step) => (step.variant === variant && step.state === 'completed' ? (step.runId ?? []) : []));
  return {
    kind: 'comparison',
    name: first.name,
    result: resultOf(over),
    power: over.power,
    of: 'services',
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
