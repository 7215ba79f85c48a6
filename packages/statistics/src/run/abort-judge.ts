/** Judges a plan's thresholds while it runs, for `abortOnFail`: the only place, whoever sees the seconds. Keeps one merged sample of the load so far, not all of them. */
import type { MeasuredTarget } from '@plimsoll/contracts/measured-target';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { asksTarget, canStillHold, parseThreshold, type ThresholdResult } from '@plimsoll/contracts/threshold';
import { mergeSamples } from '../second/merge-samples.ts';
import { evaluateThresholds } from './thresholds.ts';

/** A load that has just begun has too few requests to judge, and no throughput. */
const graceSeconds = 10;

export interface AbortJudge {
  /** Takes one second after the other, and answers the ending to stop with, or null. */
  judge(sample: Sample): LoadEnding | null;
  /** Is any about the target's own resources, which no sample tells? */
  readonly asksTarget: boolean;
  /** The same of these resources, told in so many seconds. */
  judgeTarget(target: MeasuredTarget, seconds: number, leastSeconds?: number): LoadEnding | null;
}

export function openAbortJudge(expressions: readonly string[]): AbortJudge {
  // A count that only grows is short of a lower limit until it is not: that breaks no run under way.
  const judged = expressions.filter((expression) => {
    const threshold = parseThreshold(expression);
    return 'error' in threshold || !canStillHold(threshold);
  });
  const ofTarget = judged.filter((expression) => asksTarget([expression]));
  const named = new Set(expressions.map(parseThreshold).map((threshold) => ('error' in threshold ? null : threshold.request)));
  let soFar: Sample | null = null;
  let seconds = 0;
  return {
    judge(fullSample) {
      if (fullSample.warmup) return null;
      // In a run of one thread this takes time from the load, so only what a threshold asks for is merged.
      const sample = { ...fullSample, errors: [], byRequest: fullSample.byRequest.filter(({ name }) => named.has(name)) };
      seconds++;
      soFar = soFar ? mergeSamples(sampleFields, [soFar, sample], 'seconds') : sample;
      return seconds < graceSeconds ? null : tellBroken(evaluateThresholds(judged, [soFar]), seconds);
    },
    asksTarget: ofTarget.length > 0,
    judgeTarget: (target, told, leastSeconds = graceSeconds) =>
      told < leastSeconds ? null : tellBroken(evaluateThresholds(ofTarget, [], target), told),
  };
}

function tellBroken(results: readonly ThresholdResult[], seconds: number): LoadEnding | null {
  const broken = results.find(({ passed, value }) => !passed && value !== null);
  return broken ? { kind: 'thresholdBroken', threshold: broken.expression, seconds } : null;
}
