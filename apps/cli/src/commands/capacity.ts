/** `plimsoll capacity`: the highest rate that a target carries within its thresholds. */
import { randomKey } from '@plimsoll/client/random-key';
import { createExperimentSchema, type Experiment, experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { commandWords } from '@plimsoll/wording/command-words';
import { formatRate } from '@plimsoll/wording/rate';
import { listTries } from '@plimsoll/wording/try-words';
import { capacityHere } from '../local/local-capacity.ts';
import { type LocalOptions, localPolicy, refuseAllow } from '../local/local-policy.ts';
import { orFaultFiles } from '../out/fault-files.ts';
import { type ExitReason, judgeCapacity, judgeRun } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import type { MadeCapacity } from '../result/made.ts';
import { joinTags, pipelineTags } from '../result/pipeline-tags.ts';
import { readAmount, readPlan, readTags, type UrlOptions } from '../result/read-plan.ts';
import { refuseBy } from '../result/refuse-by.ts';
import { followExperiment, runsOf } from '../server/follow-experiment.ts';
import { findServer } from '../server/known-server.ts';
import { openLiveView } from '../terminal/live-view.ts';
import { type Context, type FinishOptions, finish, readFiles } from './context.ts';

export interface CapacityOptions extends FinishOptions, LocalOptions, Omit<UrlOptions, 'rate'> {
  readonly tag?: readonly string[];
  readonly threshold?: readonly string[];
  readonly start: string;
  readonly most: string;
  readonly precision?: string;
  readonly strict?: boolean;
}

const optionsOfSearch = {
  '/search/thresholds': '--threshold',
  '/search/startRate': '--start',
  '/search/maxRate': '--most',
  '/search/precision': '--precision',
};

export async function capacity(context: Context, source: string, options: CapacityOptions): Promise<ExitReason> {
  refuseAllow(options);
  const files = readFiles(options, 'capacity');
  const { duration, header, method, body } = options;
  const given = readPlan(source, { duration, header, method, body });
  const plan = { ...given, tags: joinTags(given.tags, pipelineTags().head, readTags(options.tag)) };
  if (plan.load.model !== 'open') throw new Fault(commandWords.fault.noOpenLoad);
  const thresholds = options.threshold ?? (plan.thresholds.length > 0 ? plan.thresholds : ['p(99) < 250ms', 'error_rate < 1%']);
  const search = {
    thresholds,
    startRate: readAmount('--start', options.start),
    maxRate: readAmount('--most', options.most),
    ...(options.precision === undefined ? {} : { precision: readAmount('--precision', options.precision) }),
  };
  const experiment = refuseBy(
    createExperimentSchema,
    { kind: 'capacity', variants: [{ name: 'capacity', plan }], search },
    optionsOfSearch,
  );
  const made = await orFaultFiles(files, () =>
    options.local ? here(context, plan, experiment, options) : onServer(context, plan, experiment),
  );
  return finish(context, made, judge(made, context.stop.aborted, options.strict ?? false), files);
}

async function here(
  { screen, onObject, stop }: Context,
  plan: Parameters<typeof capacityHere>[0]['plan'],
  { search }: Parameters<typeof capacityHere>[0] | { readonly search: Parameters<typeof capacityHere>[0]['search'] },
  { allow }: CapacityOptions,
): Promise<MadeCapacity> {
  const view = openLiveView({ screen, onObject, title: plan.name, plan, lengthMs: null, keepsStatus: true });
  const found = await capacityHere(
    { search, plan },
    {
      policy: localPolicy(allow),
      signal: stop,
      onTry: (done, rate) => view.status(commandWords.progress.tries({ done, rate: formatRate(rate) })),
      onSample: (sample) => view.points(mergeIntoPoints([sample], 1)),
    },
  );
  view.end();
  const runs = found.runs.map(({ run }) => run);
  return {
    kind: 'capacity',
    name: plan.name,
    found: found.capacity,
    tries: found.tries,
    limits: search?.thresholds ?? [],
    runs,
    link: null,
  };
}

async function onServer(context: Context, plan: Plan, experiment: object): Promise<MadeCapacity> {
  const { screen, onObject } = context;
  const server = findServer(context.server);
  const first = await server.client.request(api.experiments, experimentSchema, {
    method: 'POST',
    body: experiment,
    headers: { 'idempotency-key': randomKey() },
  });
  const link = `${server.url}/experiments/${first.id}`;
  if (onObject) onObject({ event: 'started', experiment: first.id, link });
  else if (!screen.isLive) screen.note(commandWords.progress.stored({ link }));
  const view = openLiveView({ screen, onObject, title: first.name, plan, lengthMs: null });
  const progress = ({ runs }: Experiment) => {
    const tried = runs.filter(({ runId }) => runId !== null);
    const rate = tried.at(-1)?.rate;
    if (rate !== null && rate !== undefined) view.status(commandWords.progress.tries({ done: tried.length, rate: formatRate(rate) }));
    else view.status(commandWords.progress.waiting);
  };
  const over = await followExperiment(server, first, progress, context.stop);
  view.end();
  const [tries, limits] = [listTries(over.runs), over.search?.thresholds ?? []];
  return { kind: 'capacity', name: plan.name, found: over.capacity, tries, limits, runs: await runsOf(server, over), link };
}

/** A try that was lost, refused or stopped ends the search; a rate that broke does not. */
function judge({ found, runs }: MadeCapacity, stopped: boolean, strict: boolean): ExitReason {
  if (stopped) return 'stopped';
  const troubles = runs.map((run) => judgeRun(run, strict));
  const grave = (['lost', 'usage', 'stopped'] as const).find((one) => troubles.includes(one));
  if (grave) return grave;
  if (troubles.length > 0 && troubles.every((one) => one === 'unanswered')) return 'unanswered';
  return judgeCapacity(found, strict);
}
