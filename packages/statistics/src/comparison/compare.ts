/**
 * Compares arms of runs: intervals by bootstrap over what varies (seconds within a run, runs within an arm), never over single
 * requests, which within a run are alike and would make everything look significant.
 */

import { type ComparedMetric, decidesBy, decidingOf, mainMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { Candidate, ComparedWindow, ComparisonResult } from '@plimsoll/contracts/comparison';
import { type Design, designByDefault, isOneLoad, leastCalled } from '@plimsoll/contracts/design';
import type { Run } from '@plimsoll/contracts/run';
import { type ComparedTime, needsOfTimes } from '@plimsoll/contracts/times';
import { isOpen, leastVerdictSeconds, type MetricDelta } from '@plimsoll/contracts/verdict';
import { sayComparison } from '@plimsoll/wording/say-comparison';
import { chooseGrids, measureExtent, type RunGrid } from '../bootstrap/comparison-grid.ts';
import { contrasts, replicatesFor } from '../bootstrap/contrast.ts';
import { chooseResampling } from './choose-resampling.ts';
import { judgeComparability } from './comparability.ts';
import { timesThatDecide } from './deciding-series.ts';
import { detailDeltas, messageDeltas } from './deltas/detail-deltas.ts';
import { errorDeltas } from './deltas/error-deltas.ts';
import { leastEffect, type TogetherOptions } from './deltas/judged.ts';
import { regionDeltas, requestDeltas, requestReplicates } from './deltas/request-deltas.ts';
import { targetDeltas } from './deltas/target-delta.ts';
import { metricDeltas } from './deltas/verdict.ts';
import { doubtBetter } from './doubt-better.ts';
import { tellImported, tellImportedErrors } from './imported-figures.ts';
import { type ArmRun, type ReadRun, readRun, selectCompared } from './measured/read-run.ts';
import {
  finishedRequests,
  haveUnlikeTimes,
  listSummaries,
  type PreparedArm,
  prepareArm,
  refuseArm,
  shortestSeconds,
} from './prepared-arm.ts';
import { startSpreads } from './start-spreads.ts';
import { tellUnanswered } from './unanswered-figures.ts';

export type { ArmRun } from './measured/read-run.ts';

export interface CompareOptions<ArmsRun = ArmRun> {
  readonly base: readonly ArmsRun[];
  /** Arms of one run or more, each held against the base. */
  readonly candidates: readonly (readonly ArmsRun[])[];
  /** Smallest relative change this setup can see, from A/A pairs; null when it was not measured. */
  readonly noiseFloor: number | null;
  /** The same per metric, where it is known; sets each metric's own δ. */
  readonly noiseFloors?: Readonly<Partial<Record<ComparedMetric, number | null>>>;
  /** Compares only these seconds of every run; null or none: all but the warm-up. */
  readonly window?: ComparedWindow | null;
  /** The arms are variants of an experiment, which chose what differs between them. */
  readonly chosen?: boolean;
  /** How often an experiment that extends itself has been judged, this time included. */
  readonly looks?: number;
  /** `together`, `turns`: runs of the arms, paired by their order, were made at once, or in turns of some seconds, and pairs of their blocks are compared. */
  readonly design?: Design;
  /** The relative change that is to be found, of arms that ran at once. The noise floor then widens what is said of builds instead of raising it. */
  readonly detect?: number;
  /** Of arms that ran at once: the shares of all data at which it is looked, rising to 1. One look where absent. */
  readonly lookShares?: readonly number[];
  /** Of arms that ran at once: was each run that of services just started anew? */
  readonly restarted?: boolean;
  /** Runs that the noise floor was learned from; few where absent. */
  readonly noiseRuns?: number;
}

/** As {@link compareReadRuns}, of runs with all their samples. */
export function compareArms(options: CompareOptions): ComparisonResult {
  return compareReadRuns({ ...options, ...readArmRuns(options) });
}

/** Runs with all their samples, read as a comparison takes them. */
export function readArmRuns({
  base,
  candidates,
  window = null,
}: Pick<CompareOptions, 'base' | 'candidates' | 'window'>): Pick<CompareOptions<ReadRun>, 'base' | 'candidates'> {
  const cutArm = (runs: readonly ArmRun[]) => runs.map((armRun) => ({ armRun, measured: selectCompared(armRun.samples, window) }));
  const arms = [base, ...candidates].map(cutArm);
  const [ofBase = [], ...others] = arms.map((runs) =>
    runs.map(({ armRun: { run }, measured }) => ({ ...measureExtent(measured), inTurns: run.turns !== null })),
  );
  const grids = chooseGrids(ofBase, others);
  const [baseRuns = [], ...candidateRuns] = [grids.base, ...grids.candidates].map((ofRuns, arm) =>
    (arms[arm] ?? []).map(({ armRun, measured }, index) =>
      readRun(armRun, measured, { grid: ofRuns[index] as RunGrid, charted: index === 0, windowed: window !== null }),
    ),
  );
  return { base: baseRuns, candidates: candidateRuns };
}

/** Each candidate against the same base, in their order; Holm's correction spans them all. Throws RangeError for an arm without runs. */
export function compareReadRuns(options: CompareOptions<ReadRun>): ComparisonResult {
  const { candidates, noiseFloor, window = null, looks, chosen = false } = options;
  if (candidates.length === 0) throw new RangeError('A comparison has at least one candidate.');
  const base = prepareArm(options.base);
  const together = isOneLoad(options.design ?? 'runs') ? togetherOptions(options) : null;
  const minimumEffect = together ? leastCalled(options.detect ?? designByDefault.detect) : Math.max(leastEffect, noiseFloor ?? 0);
  const verdicts = together
    ? { minimumEffect, minimumEffects: {}, together }
    : { minimumEffect, minimumEffects: pickMinimumEffects(options.noiseFloors) };
  // Either of two families that decide may call equals different: they share the chance.
  const deciding = candidates.map((runs) => timesThatDecide(base.runs, runs));
  const families = deciding.some(([first]) => first !== 'responseTime') ? 2 : 1;
  const replicates = replicatesFor(mainMetrics.length * candidates.length * (looks ?? 1) * families);
  const judged = candidates.map((runs) => {
    const arm = prepareArm(runs);
    return { arm, ...judgeArm(base, arm, { ...verdicts, floorKnown: noiseFloor !== null, replicates }) };
  });
  const metrics = metricDeltas(judged, looks, families);
  // A family of their own: they must not make the main verdicts harder to reach.
  const inDetail = judged.map(({ requests }) => requests);
  const details = detailDeltas(base.runs, inDetail, looks);
  const ofMessages = messageDeltas(base.runs, inDetail, looks, families);
  const ofTarget = targetDeltas(
    base.runs,
    judged.map(({ arm, requests: { resampling, refused, options } }) => ({
      runs: arm.runs,
      resampling,
      refused,
      options: { ...options, requests: { base: finishedRequests(base), candidate: finishedRequests(arm) } },
    })),
    looks,
  );
  const byRequest = requestDeltas(base, inDetail, looks);
  const byRegion = regionDeltas(base, inDetail, looks);
  const against = judged.map(({ arm, refused }, index): Candidate => {
    const [summaries, others] = [listSummaries(base), listSummaries(arm)];
    const told = (deltas: readonly MetricDelta[] = []) => tellUnanswered(tellImported(deltas, base.runs, arm.runs), summaries, others);
    const deltas = told(metrics[index]);
    const comparability = judgeComparability(firstRun(base), firstRun(arm), { unlikeTimes: haveUnlikeTimes(base, arm), chosen });
    const doubts = doubtBetter(deltas, summaries, others);
    return {
      ...arm.arm,
      comparability,
      ...(doubts.length > 0 ? { doubts } : {}),
      metrics: tellDeciding(
        [...deltas, ...(ofTarget[index] ?? []), ...told(details[index]), ...(ofMessages[index] ?? [])],
        deciding[index] ?? [],
        [...base.runs, ...arm.runs].every(({ run }) => run.plan.load.model === 'open'),
      ),
      byRequest: (byRequest[index] ?? []).map((one) => ({ ...one, metrics: told(one.metrics) })),
      ...(byRegion[index]?.length ? { byRegion: byRegion[index] } : {}),
      errors: tellImportedErrors(errorDeltas(summaries, others), base.runs, arm.runs),
      sentence: '',
      code: { refused, chosen },
    };
  });
  return sayComparison({ base: base.arm, candidates: against, noiseFloor, minimumEffect, window, sentence: '' });
}

/**
 * Marks what decides, where that is known here alone. Times of messages decide between streams. The rate of open loads is their plans': where it
 * is open it decides nothing, since more runs tell no more of it, and error rate and times tell whether the targets kept up.
 */
function tellDeciding(metrics: readonly MetricDelta[], times: readonly ComparedTime[], paced: boolean): MetricDelta[] {
  const byMessages = times.some((name) => needsOfTimes(name) === 'messages');
  const usual = metrics.filter(({ metric }) => decidesBy(metric, times));
  const deciding = usual.filter((one) => !(paced && rowOfMetric(one.metric).unit === 'perSecond' && isAnyOpen(one)));
  if (!byMessages && deciding.length === usual.length) return [...metrics];
  return metrics.map((one) => (deciding.includes(one) ? { ...one, decides: true } : one));
}

function isAnyOpen({ verdict, claims }: MetricDelta): boolean {
  return isOpen(verdict) || (claims?.builds ? isOpen(claims.builds.verdict) : false);
}

function togetherOptions({ lookShares = [1], restarted = false, noiseFloors, noiseRuns }: CompareOptions<ReadRun>): TogetherOptions {
  return { lookShares, restarted, starts: startSpreads(noiseFloors ?? {}, noiseRuns) };
}

interface JudgeOptions {
  readonly minimumEffect: number;
  readonly minimumEffects: Partial<Record<ComparedMetric, number>>;
  readonly together?: TogetherOptions;
  /** Does the noise floor tell how much runs differ by chance? */
  readonly floorKnown: boolean;
  readonly replicates: number;
}

/** The sources of the verdicts on a candidate, for its metrics and for its requests. */
function judgeArm(base: PreparedArm, candidate: PreparedArm, { floorKnown, replicates, ...effects }: JudgeOptions) {
  const resampling = effects.together ? 'together' : chooseResampling(base, candidate);
  const beyondRuns = resampling === 'runs' || resampling === 'paired';
  const options = { ...effects, theseRuns: !beyondRuns && !floorKnown };
  const short = shortestSeconds(base, candidate) < leastVerdictSeconds;
  const refused = refuseArm('base', base) ?? refuseArm('candidate', candidate);
  const unlikeTimes = haveUnlikeTimes(base, candidate);
  return {
    contrasts: contrasts(base.series, candidate.series, resampling, short ? 0 : replicates),
    refused,
    unlikeTimes,
    options: { ...options, requests: { base: finishedRequests(base), candidate: finishedRequests(candidate) } },
    requests: { runs: candidate.runs, resampling, refused, unlikeTimes, options, replicates: short ? 0 : requestReplicates },
  };
}

function firstRun({ runs }: PreparedArm): Run {
  return (runs[0] as ReadRun).run;
}

/** Metrics an experiment may stop extending itself over once none is left: those that decide and are not decided yet, of any candidate. */
export function undecided({ candidates }: Pick<ComparisonResult, 'candidates'>): ComparedMetric[] {
  const open = candidates.flatMap(({ metrics }) => decidingOf(metrics).filter(({ verdict }) => isOpen(verdict)));
  return [...new Set(open.map(({ metric }) => metric))];
}

function pickMinimumEffects(floors: CompareOptions['noiseFloors']): Partial<Record<ComparedMetric, number>> {
  const known = Object.entries(floors ?? {}).filter((entry): entry is [ComparedMetric, number] => typeof entry[1] === 'number');
  return Object.fromEntries(known.map(([metric, floor]) => [metric, Math.max(leastEffect, floor)]));
}
