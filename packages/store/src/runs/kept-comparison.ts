/** A comparison as it is stored: with its codes and figures, and no sentence that is made of them. */
import type { BaselineVerdict } from '@plimsoll/contracts/baseline-verdict';
import type { Arm, Candidate, Comparability, ComparisonResult, PlanDifference } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { keepValidity } from './kept-validity.ts';

export function keepComparison<Result extends ComparisonResult>(result: Result): Result {
  const candidates = result.candidates.map(keepCandidate);
  const sentence = candidates.every(({ code }) => code) ? '' : result.sentence;
  return { ...result, base: keepArm(result.base), candidates, sentence };
}

export function keepBaseline(verdict: BaselineVerdict): BaselineVerdict {
  return withoutSentence({ ...verdict, metrics: verdict.metrics.map(keepMetric) });
}

function keepCandidate(candidate: Candidate): Candidate {
  return withoutSentence({
    ...keepArm(candidate),
    comparability: keepComparability(candidate.comparability),
    metrics: candidate.metrics.map(keepMetric),
    byRequest: candidate.byRequest.map((request) => ({ ...request, metrics: request.metrics.map(keepMetric) })),
    ...(candidate.byRegion && { byRegion: candidate.byRegion.map((region) => ({ ...region, metrics: region.metrics.map(keepMetric) })) }),
  });
}

function keepComparability(comparability: Comparability): Comparability {
  return withoutSentence({ ...comparability, differences: comparability.differences.map(keepDifference) });
}

function keepDifference(difference: PlanDifference): PlanDifference {
  const { base, candidate, codes } = difference;
  return codes ? { ...difference, base: codes.base ? '' : base, candidate: codes.candidate ? '' : candidate } : difference;
}

function keepArm<One extends Arm>(arm: One): One {
  return { ...arm, runs: arm.runs.map((run) => ({ ...run, validity: run.validity && keepValidity(run.validity) })) };
}

function keepMetric(metric: MetricDelta): MetricDelta {
  return metric.code ? { ...metric, reason: '' } : metric;
}

/** A version before stored the sentence alone. */
export function withoutSentence<Said extends { readonly sentence: string; readonly code: object | null }>(said: Said): Said {
  return said.code ? { ...said, sentence: '' } : said;
}
