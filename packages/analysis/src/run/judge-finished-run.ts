/** The figures of a run whose load is over, from the samples Postgres kept: summary, validity, thresholds, baseline verdict. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { TerminalState } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { asksTargetCpu } from '@plimsoll/contracts/threshold';
import { replaceByMinutes } from '@plimsoll/statistics/merge-minutes';
import { summarise } from '@plimsoll/statistics/summary';
import { evaluateThresholds, type MeasuredTarget } from '@plimsoll/statistics/thresholds';
import { judgeValidity } from '@plimsoll/statistics/validity';
import type { Db } from '@plimsoll/store/db';
import { readSampleExtent } from '@plimsoll/store/measured-runs';
import { readResources } from '@plimsoll/store/resources';
import { findRun } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { validityReason } from '@plimsoll/wording/validity-reason';
import { judgeAgainstBaseline } from '../comparison/judge-against-baseline.ts';
import { keepLongRun } from '../comparison/kept-measures.ts';
import { targetOfSecond } from '../comparison/target-of-second.ts';
import { lineOf } from './line-of.ts';
import { noFigures, type RunFigures } from './run-figures.ts';

export interface LostRun {
  readonly teamId: string;
  readonly runId: string;
  readonly plan: Plan;
}

export interface FinishedRun extends LostRun {
  /** How it is about to end. */
  readonly state: TerminalState;
}

/** Null figures where nothing was measured. */
export async function judgeFinishedRun(db: Db, { teamId, runId, plan, state }: FinishedRun): Promise<RunFigures> {
  // What some sent before another failed to start is no measurement of the plan.
  if (state === 'start_failed') return noFigures;
  const read = await readLongRun(db, { teamId, runId, plan });
  const { samples } = read;
  const target = await measuredTarget(db, { teamId, runId, plan }, samples);
  const line = await readLine(db, teamId, runId);
  const figures = samples.length > 0 ? figuresFrom(plan, read, target, line) : noFigures;
  const end = { state, summary: figures.summary, validity: figures.validity };
  return { ...figures, baseline: await judgeAgainstBaseline(db, { teamId, runId, end }, samples) };
}

/** As {@link judgeFinishedRun}, for a run whose end nobody saw: its figures are invalid, and it is held against no baseline. */
export async function judgeLostRun(db: Db, { teamId, runId, plan }: LostRun): Promise<RunFigures> {
  const read = await readLongRun(db, { teamId, runId, plan });
  const figures = figuresFrom(
    plan,
    read,
    await measuredTarget(db, { teamId, runId, plan }, read.samples),
    await readLine(db, teamId, runId),
  );
  const reasons = [validityReason({ kind: 'worker_lost' }), ...(figures.validity?.reasons ?? [])];
  return {
    ...figures,
    validity: { stamp: 'invalid', reasons, limit: figures.validity?.limit ?? null, advice: figures.validity?.advice ?? [] },
  };
}

interface ReadSamples {
  readonly samples: readonly Sample[];
  /** The same with whole minutes of a long run as one sample each. */
  readonly condensed: readonly Sample[];
}

/** All samples of the run, of which the first comparison finds kept what it reads of a long one. */
async function readLongRun(db: Db, { teamId, runId, plan }: LostRun): Promise<ReadSamples> {
  const extent = await readSampleExtent(db, teamId, runId);
  const samples = await readSamples(db, teamId, runId);
  const minutes = extent ? await keepLongRun(db, { teamId, runId, plan, extent, samples }) : [];
  return { samples, condensed: replaceByMinutes(samples, minutes) };
}

/** Read where a threshold asks for it. */
async function measuredTarget(db: Db, { teamId, runId, plan }: LostRun, samples: readonly Sample[]): Promise<MeasuredTarget> {
  if (!asksTargetCpu(plan.thresholds)) return { cpu: null };
  const cpuOf = targetOfSecond(await readResources(db, teamId, runId, { most: Number.POSITIVE_INFINITY }));
  const seconds = new Set(samples.flatMap(({ warmup, second }) => (warmup ? [] : [second])));
  const told = [...seconds].flatMap((second) => cpuOf(second)?.cpu ?? []);
  return { cpu: told.length > 0 ? told.reduce((sum, cpu) => sum + cpu, 0) / told.length : null };
}

async function readLine(db: Db, teamId: string, runId: string): Promise<number | null> {
  const run = await findRun(db, teamId, runId);
  return run && lineOf(run);
}

function figuresFrom(
  plan: Plan,
  { samples, condensed }: ReadSamples,
  target: MeasuredTarget,
  lineBitsPerSecond: number | null,
): RunFigures {
  return {
    summary: summarise(condensed, plan.errorStatuses, samples),
    validity: judgeValidity(plan, samples, lineBitsPerSecond),
    thresholds: evaluateThresholds(plan.thresholds, samples, target),
    baseline: null,
  };
}
