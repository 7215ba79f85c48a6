/** One step of an experiment, or the steps of a round that are made together: their runs are put in the queue for the crew, and waited for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { countSides } from '@plimsoll/contracts/design';
import { durationMs } from '@plimsoll/contracts/duration';
import { p99OfPlan } from '@plimsoll/store/baselines';
import { gatherCrew, giveToCrew } from '@plimsoll/store/experiment-crew';
import { finishExperiment } from '@plimsoll/store/experiment-end';
import { type ClaimedExperiment, insertExperimentRuns, type StepOfRun, saveProgress } from '@plimsoll/store/experiment-life';
import type { ExperimentResult, StepRow } from '@plimsoll/store/experiment-row';
import { areRunsOver } from '@plimsoll/store/run-life';
import { crewScaleSeconds } from '@plimsoll/store/worker-pools';
import type { ProvingContext } from '../run/prove-hosts.ts';
import { remarksOn } from './next-step.ts';
import { restartServices } from './restart-services.ts';
import { type StepRunContext, stepRun } from './step-run.ts';
import { nextTurns } from './turn-plan.ts';

export interface StepContext extends Omit<StepRunContext, 'config'>, Omit<ProvingContext, 'config'> {
  readonly config: StepRunContext['config'] & ProvingContext['config'];
  readonly workerId: string;
  /** A run of an experiment waits for its turn, for this worker among others: told for the queue's hint, and to look at once. */
  readonly onQueued: (run: { readonly runId: string; readonly attempt: number }) => void;
  /** Aborts when a run is next over on this worker. */
  readonly nextEnd: () => AbortSignal;
}

export const beatMs = 1000;
export const retryMs = 1000;
/** A worker that starts again within this time has its place in the crew taken up again. */
const crewPatienceSeconds = 60;

export interface Signals {
  /** Somebody asked the experiment to stop. */
  readonly stopping: AbortSignal;
  /** Another worker has it now. */
  readonly gone: AbortSignal;
  /** This worker shuts down. */
  readonly shutdown: AbortSignal;
}

/** Runs that are not over are waited for, be they in the queue or under way. While it waits, the place of a worker that is gone goes to another. */
export async function attend(
  context: StepContext,
  experiment: ClaimedExperiment,
  steps: readonly StepRow[],
  { gone, shutdown }: Signals,
): Promise<void> {
  const { db, nextEnd } = context;
  const runIds = steps.flatMap(({ run_id }) => run_id ?? []);
  const [first] = runIds;
  if (first === undefined) return;
  const leaving = AbortSignal.any([gone, shutdown]);
  for (let waits = steps.some(({ state }) => state === 'queued'); !leaving.aborted && !(await areRunsOver(db, runIds)); ) {
    if (waits) waits = await staff(context, experiment, first);
    await pause(beatMs, AbortSignal.any([leaving, nextEnd()]));
  }
}

/** True: the run waits in the queue, for a crew that is online as far as there is one. */
async function staff({ db, workerId, onQueued }: StepContext, experiment: ClaimedExperiment, runId: string): Promise<boolean> {
  const crew = await gatherCrew(db, experiment, workerId);
  if (!crew || crew.workers.length < crew.needed) return crew !== null;
  const given = await giveToCrew(db, runId, crew);
  if (typeof given === 'object') onQueued(given);
  return given !== 'begun';
}

/** Cools down, gathers the crew, and puts the runs of these steps in the queue. True: the experiment is over, for lack of workers. */
export async function begin(
  context: StepContext,
  experiment: ClaimedExperiment,
  next: readonly [StepRow, ...StepRow[]],
  steps: readonly StepRow[],
  signals: Signals,
  result: ExperimentResult,
): Promise<boolean> {
  const { db, workerId, onQueued } = context;
  const halt = AbortSignal.any([signals.stopping, signals.gone, signals.shutdown]);
  const round = Math.floor(next[0].position / countSides(experiment));
  // Each round but the first is one of services just started.
  const unfit =
    round > 0 && next[0].position % countSides(experiment) === 0 ? await restartServices(context, experiment, round + 1, halt) : null;
  if (unfit) return finishExperiment(db, experiment, { state: 'failed', remarks: [unfit], result: null });
  if (next[0].position > 0) await pause(durationMs(experiment.coolDown), halt);
  const sinceMs = performance.now();
  for (let waited = false; !halt.aborted; waited = true) {
    const crew = await gatherCrew(db, experiment, workerId);
    if (!crew) return false;
    const { needed, workers, lacking } = crew;
    if (workers.length === needed) {
      if (waited) await saveProgress(db, experiment, { remarks: remarksOn(experiment, steps) });
      const runs: StepOfRun[] = [];
      for (const step of next) runs.push({ position: step.position, ...(await stepRun(context, experiment, step, steps, workers)) });
      const { planId, teamId, design } = experiment;
      const historyP99Us = planId !== null && design === 'turns' ? await p99OfPlan(db, teamId, planId) : null;
      const turns = nextTurns(experiment, steps, result, historyP99Us);
      const aloneMs = turns?.pilot ? (runs.length - 1) * (turns.warmupSeconds + 2 * turns.blockSeconds) * 1000 : 0;
      const lasting = runs.map((run) => ({ ...run, expectedDurationMs: run.expectedDurationMs && run.expectedDurationMs + aloneMs }));
      const run = await insertExperimentRuns(db, experiment, lasting as [StepOfRun, ...StepOfRun[]], turns);
      if (run === 'stop' || run === 'gone') await pause(retryMs, halt);
      else onQueued(run);
      return false;
    }
    const lack = { needed, online: workers.length, ...(lacking && { regions: [...lacking] }) };
    const seconds = Math.floor((performance.now() - sinceMs) / 1000);
    if (seconds >= crewPatienceSeconds && seconds >= (await crewScaleSeconds(db, experiment.id)))
      return finishExperiment(db, experiment, {
        state: 'failed',
        remarks: [{ kind: 'tooFewWorkers', ...lack, seconds }],
        result: null,
      });
    await saveProgress(db, experiment, { remarks: [{ kind: 'waitsForWorkers', ...lack }] });
    await pause(retryMs, halt);
  }
  return false;
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
