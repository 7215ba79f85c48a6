/** `plimsoll capacity`: the highest rate that a target carries within its thresholds. */
import { randomKey } from '@plimsoll/client/random-key';
import { type Capacity, createExperimentSchema, type Experiment, experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { commandWords } from '@plimsoll/wording/command-words';
import { formatRate } from '@plimsoll/wording/rate';
import { capacityHere } from '../local/local-capacity.ts';
import { localPolicy } from '../local/local-policy.ts';
import { type ExitReason, exitCodes, judgeCapacity, judgeRun } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import { readAmount, readPlan } from '../result/read-plan.ts';
import { refuseBy } from '../result/refuse-by.ts';
import { followExperiment, runsOf } from '../server/follow-experiment.ts';
import { findServer } from '../server/known-server.ts';
import { openLiveView } from '../terminal/live-view.ts';
import { tableLines, wrapped } from '../terminal/table.ts';
import { type Context, sayExit } from './context.ts';

export interface CapacityOptions {
  readonly threshold?: readonly string[];
  readonly start: string;
  readonly most: string;
  readonly precision?: string;
  readonly duration?: string;
  readonly local?: boolean;
  readonly allow?: readonly string[];
  readonly strict?: boolean;
}

interface Found {
  readonly capacity: Capacity | null;
  readonly runs: readonly Run[];
  readonly link: string | null;
}

export async function capacity(context: Context, source: string, options: CapacityOptions): Promise<ExitReason> {
  const plan = readPlan(source, { duration: options.duration });
  if (plan.load.model !== 'open') throw new Fault(commandWords.fault.noOpenLoad);
  const thresholds = options.threshold ?? (plan.thresholds.length > 0 ? plan.thresholds : ['p(99) < 250ms', 'error_rate < 1%']);
  const search = {
    thresholds,
    startRate: readAmount(options.start),
    maxRate: readAmount(options.most),
    ...(options.precision === undefined ? {} : { precision: readAmount(options.precision) }),
  };
  const experiment = refuseBy(createExperimentSchema, { kind: 'capacity', variants: [{ name: 'capacity', plan }], search });
  const found = options.local ? await here(context, plan, experiment, options) : await onServer(context, experiment);
  return tell(context, plan.name, found, options.strict ?? false);
}

async function here(
  { screen, onObject, stop }: Context,
  plan: Parameters<typeof capacityHere>[0]['plan'],
  { search }: Parameters<typeof capacityHere>[0] | { readonly search: Parameters<typeof capacityHere>[0]['search'] },
  { allow }: CapacityOptions,
): Promise<Found> {
  const view = openLiveView({ screen, onObject, title: plan.name, lengthMs: null });
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
  return { capacity: found.capacity, runs: found.runs.map(({ run }) => run), link: null };
}

async function onServer(context: Context, experiment: object): Promise<Found> {
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
  const view = openLiveView({ screen, onObject, title: first.name, lengthMs: null });
  const progress = ({ runs }: Experiment) => {
    const tried = runs.filter(({ runId }) => runId !== null);
    const rate = tried.at(-1)?.rate;
    if (rate !== null && rate !== undefined) view.status(commandWords.progress.tries({ done: tried.length, rate: formatRate(rate) }));
    else view.status(commandWords.progress.waiting);
  };
  const over = await followExperiment(server, first, progress, context.stop);
  view.end();
  return { capacity: over.capacity, runs: await runsOf(server, over), link };
}

function tell({ screen, onObject, stop }: Context, name: string, { capacity: found, runs, link }: Found, strict: boolean): ExitReason {
  const reason = judge(found, runs, stop.aborted, strict);
  const { [reason]: code } = exitCodes;
  if (onObject) {
    onObject({ event: 'end', exit: { code, reason }, link, name, capacity: found, runs });
    return reason;
  }
  for (const line of wrapped(`${name}: ${found?.sentence || commandWords.result.nothing}`, screen.columns))
    screen.say(screen.paint(line, 'strong'));
  const rows = runs.map((run) => [
    run.plan.load.model === 'open' ? formatRate(run.plan.load.rate ?? null) : '',
    run.stateReason ?? run.state,
  ]);
  if (rows.length > 0)
    for (const line of ['', commandWords.result.tries, ...tableLines([{ head: '', isFigure: true }, { head: '' }], rows)]) screen.say(line);
  if (link) screen.say(link);
  sayExit(screen, reason);
  return reason;
}

/** A try that was lost, refused or stopped ends the search; a rate that broke does not. */
function judge(found: Capacity | null, runs: readonly Run[], stopped: boolean, strict: boolean): ExitReason {
  if (stopped) return 'stopped';
  const troubles = runs.map((run) => judgeRun(run, strict));
  const grave = (['lost', 'usage', 'stopped'] as const).find((one) => troubles.includes(one));
  if (grave) return grave;
  if (troubles.length > 0 && troubles.every((one) => one === 'unanswered')) return 'unanswered';
  return judgeCapacity(found, strict);
}
