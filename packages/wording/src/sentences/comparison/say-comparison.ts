/**
 * A comparison with its sentences in the language of who reads it: they are made of codes and figures. One that a version before stored
 * has its sentences already.
 */

import type { BaselineCode, BaselineVerdict } from '@plimsoll/contracts/baseline-verdict';
import { type Arm, type Candidate, type Comparability, type ComparisonResult, isComparable } from '@plimsoll/contracts/comparison';
import { paragraph } from '../list.ts';
import { sayKnown } from '../validity-reason.ts';
import { incomparableSentence, ownLimitOf, ownLimits } from './arm-words.ts';
import { comparabilitySentence, sayDifference } from './comparability-sentence.ts';
import { comparisonHeadline, messagesHeadline, outdatedBaselineSentence, refusedHeadline } from './comparison-headline.ts';
import { doubtSentence } from './doubt-sentence.ts';
import { sayMetric } from './metric-reason.ts';
import { comparisonSentence } from './named-arms.ts';

export function sayComparison<Result extends ComparisonResult>(result: Result): Result {
  const candidates = result.candidates.map((one) => sayCandidate(result.base, one, result.minimumEffect));
  const said = { ...result, base: sayArm(result.base), candidates };
  const [only, ...more] = candidates;
  if (candidates.some(({ code }) => !code)) return said;
  return { ...said, sentence: only?.code?.chosen && more.length === 0 ? only.sentence : comparisonSentence(said) };
}

function sayArm<One extends Arm>(arm: One): One {
  return { ...arm, runs: arm.runs.map((run) => ({ ...run, validity: run.validity && sayKnown(run.validity) })) };
}

function sayCandidate(base: Arm, candidate: Candidate, minimumEffect: number): Candidate {
  const { code } = candidate;
  if (!code) return sayArm(candidate);
  const say = (metrics: Candidate['metrics']) => metrics.map((metric) => sayMetric(metric, code.refused));
  const comparability = sayComparability(candidate.comparability, code.chosen);
  const found = foundSentence({ ...code, ownLimits: ownLimits(base, candidate), minimumEffect }, candidate.metrics);
  return {
    ...sayArm(candidate),
    comparability,
    metrics: say(candidate.metrics),
    byRequest: candidate.byRequest.map((request) => ({ ...request, metrics: say(request.metrics) })),
    ...(candidate.byRegion && { byRegion: candidate.byRegion.map((region) => ({ ...region, metrics: say(region.metrics) })) }),
    sentence: isComparable(candidate)
      ? paragraph([found, ...(candidate.doubts ? [doubtSentence(candidate.doubts)] : [])])
      : incomparableSentence(comparability),
  };
}

function sayComparability(comparability: Comparability, chosen: boolean): Comparability {
  const { code } = comparability;
  if (!code) return comparability;
  // A version before doubted an experiment for each further setting that it varied.
  const onlyVaried = chosen && code.settings.length > 0 && code.places.length === 0 && !code.unlikeTimes;
  const grade = onlyVaried ? 'differs_in_what_was_varied' : comparability.grade;
  const differences = comparability.differences.map(sayDifference);
  return { ...comparability, grade, differences, sentence: comparabilitySentence(grade, code, chosen) };
}

function foundSentence({ refused, minimumEffect, ownLimits: own }: Omit<BaselineCode, 'outdated'>, metrics: Candidate['metrics']): string {
  const headline = refused ? refusedHeadline(refused) : comparisonHeadline(metrics, null, minimumEffect);
  return paragraph([headline, messagesHeadline(metrics), ownLimitOf(own)]);
}

/** As {@link sayComparison}, of a run held against its plan's baseline. */
export function sayBaseline(verdict: BaselineVerdict): BaselineVerdict {
  const { code } = verdict;
  if (!code) return verdict;
  const sentence = code.outdated ? outdatedBaselineSentence(code.outdated) : foundSentence(code, verdict.metrics);
  return { ...verdict, sentence, metrics: verdict.metrics.map((metric) => sayMetric(metric, code.refused)) };
}
