/**
 * Drives one claimed experiment to its end, one step at a time. All state is in Postgres and read anew for each step: a worker
 * that takes over goes on where the last one was.
 */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { countSides } from '@plimsoll/contracts/design';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { type ExperimentEnd, finishExperiment } from '@plimsoll/store/experiment-end';
import {
  type ClaimedExperiment,
  experimentHeartbeat,
  noteDisturbance,
  planRuns,
  releaseExperiment,
  saveProgress,
} from '@plimsoll/store/experiment-life';
import { type ExperimentResult, isOver, type StepRow } from '@plimsoll/store/experiment-row';
import { listSteps } from '@plimsoll/store/experiments';
import { openPartOutage } from '@plimsoll/store/part-outage';
import { type Logger, logged } from '../log.ts';
import { type Findings, openFindings } from './findings.ts';
import { attend, beatMs, begin, pause, retryMs, type Signals, type StepContext } from './make-step.ts';
import { nextStep, remarksOn } from './next-step.ts';
import { tellPower } from './pilot.ts';
import { lookForSharedMachine } from './shared-machine.ts';

export interface DriveContext extends StepContext {
  readonly analysis: Analysis;
  readonly log: Logger;
}

/** Resolves when the experiment is over, another worker's, or released because this worker shuts down. */
export async function driveExperiment(context: DriveContext, experiment: ClaimedExperiment, shutdown: AbortSignal): Promise<void> {
  const log = context.log.child({ experimentId: experiment.id, claim: experiment.claim, ...logged(experiment) });
  const stopping = new AbortController();
  const gone = new AbortController();
  const done = new AbortController();
  const beating = beat({ ...context, log }, experiment, { stopping, gone, done: done.signal });
  const signals: Signals = { stopping: stopping.signal, gone: gone.signal, shutdown };
  const drive: Drive = { experiment, findings: openFindings(context.analysis, experiment) };
  log.info('experiment claimed');
  try {
    for (let over = false; !over && !gone.signal.aborted; ) {
      try {
        over = shutdown.aborted ? await released(context, experiment) : await advance({ ...context, log }, drive, signals);
      } catch (error) {
        log.warn({ err: error }, 'the experiment could not go on');
        over = (await failed(context, experiment, error)) || shutdown.aborted;
        if (!over) await pause(retryMs, gone.signal);
      }
    }
  } finally {
    done.abort();
    await beating;
  }
}

async function released({ db }: DriveContext, experiment: ClaimedExperiment): Promise<true> {
  await releaseExperiment(db, experiment, { kind: 'shutDown' });
  return true;
}

/** An error that trying again cannot mend ends the experiment; a database that is away is waited for. */
async function failed({ db }: DriveContext, experiment: ClaimedExperiment, error: unknown): Promise<boolean> {
  if (isDatabaseAway(error)) return false;
  const remark: ExperimentRemark = { kind: 'broken', error: error instanceof Error ? error.message : String(error) };
  return finishExperiment(db, experiment, { state: 'failed', remarks: [remark], result: null }).then(
    () => true,
    () => false,
  );
}

async function beat(
  { db, log }: DriveContext,
  experiment: ClaimedExperiment,
  { stopping, gone, done }: { stopping: AbortController; gone: AbortController; done: AbortSignal },
): Promise<void> {
  const outage = openPartOutage(log, 'database');
  while (!done.aborted) {
    const answer = await experimentHeartbeat(db, experiment).then(
      (heard) => {
        outage.answered();
        return heard;
      },
      (error: Error) => {
        outage.failed(error);
        return 'continue' as const;
      },
    );
    if (answer === 'stop') stopping.abort();
    if (answer === 'gone') return gone.abort();
    await pause(beatMs, done);
  }
}

/** What is driven: its design may become another. */
interface Drive {
  experiment: ClaimedExperiment;
  findings: Findings;
}

/** Keeps what the first round found of its targets. True: they disturb each other, so it goes on in turns. */
async function turnsFromNow(
  { db, analysis, log }: DriveContext,
  drive: Drive,
  { interference: found }: ExperimentResult,
): Promise<boolean> {
  const { experiment } = drive;
  if (!found || experiment.design !== 'together') return false;
  const variant = experiment.variants[found.variant]?.name ?? '';
  const { share, disturbed } = found;
  const asked = experiment.designReason?.kind === 'chosen';
  const kept = await noteDisturbance(db, experiment, { kind: 'disturbance', variant, share, disturbed, asked });
  if (!kept || !disturbed || asked) return false;
  log.info({ share }, 'the targets disturb each other: turns from now on');
  drive.experiment = { ...experiment, design: 'turns' };
  drive.findings = openFindings(analysis, drive.experiment);
  return true;
}

/** One step. True: the experiment is over. */
async function advance(context: DriveContext, drive: Drive, signals: Signals): Promise<boolean> {
  const { db } = context;
  const { findings } = drive;
  const steps = await listSteps(db, drive.experiment.id);
  if (steps.every(({ inserted_at }) => inserted_at === null)) drive.experiment = await lookForSharedMachine(context, drive.experiment);
  const { experiment } = drive;
  const underWay = steps.filter((step) => step.inserted_at !== null && !isOver(step));
  if (underWay.length > 0) {
    const over = new AbortController();
    const told = tellPower(context, experiment, underWay, over.signal).catch((error: Error) =>
      context.log.warn({ err: error }, 'the power of the experiment was not told'),
    );
    await attend(context, experiment, underWay, signals).finally(() => over.abort());
    await told;
    return false;
  }
  if (signals.stopping.aborted) {
    const runs = steps.filter((step) => step.state === 'completed').length;
    return ended(context, experiment, steps, findings, { state: 'stopped', remarks: [{ kind: 'stopped', runs, of: steps.length }] });
  }
  const result = await findings.of(steps.slice(0, wholeRounds(experiment, steps)));
  await saveProgress(db, experiment, { remarks: remarksOn(experiment, steps), result });
  if (await turnsFromNow(context, drive, result)) return false;
  const next = nextStep(experiment, steps, result);
  if (next.kind === 'end') return ended(context, experiment, steps, findings, next);
  if (next.kind === 'plan') await planRuns(db, experiment, steps.length, next.runs);
  else return begin(context, experiment, next.steps, steps, signals, result);
  return false;
}

/** A sweep is compared round by round: every new run of its base would set off a comparison with each other setting. */
function wholeRounds(experiment: ClaimedExperiment, steps: readonly StepRow[]): number {
  if (experiment.kind !== 'sweep') return steps.length;
  const begun = steps.filter((step) => step.inserted_at !== null).length;
  return begun - (begun % countSides(experiment));
}

async function ended(
  { db, log }: DriveContext,
  experiment: ClaimedExperiment,
  steps: readonly StepRow[],
  findings: Findings,
  { state, remarks }: Pick<ExperimentEnd, 'state' | 'remarks'>,
): Promise<true> {
  const result: ExperimentResult = await findings.of(steps, true);
  const ours = await finishExperiment(db, experiment, { state, remarks: [...remarks, ...remarksOn(experiment, steps)], result });
  if (ours) log.info({ state }, 'experiment ended');
  return true;
}
