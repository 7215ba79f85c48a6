/** Judges a plan's thresholds while it runs, for `abortOnFail`. Keeps one merged sample of the load so far, not all of them. */
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { canStillHold, parseThreshold } from '@plimsoll/contracts/threshold';
import { mergeSamples } from '@plimsoll/statistics/merge-samples';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';

/** A load that has just begun has too few requests to judge, and no throughput. */
const graceSeconds = 10;

/** A function that takes one sample after the other, and answers the sentence to stop with, or null. */
export function liveThresholds(expressions: readonly string[]): (sample: Sample) => string | null {
  // What only grows is short of a lower limit until it is not: that breaks no run under way.
  const judged = expressions.filter((expression) => {
    const threshold = parseThreshold(expression);
    return 'error' in threshold || !canStillHold(threshold);
  });
  const named = new Set(expressions.map(parseThreshold).map((threshold) => ('error' in threshold ? null : threshold.request)));
  let soFar: Sample | null = null;
  let seconds = 0;
  return (fullSample) => {
    if (fullSample.warmup) return null;
    // In a run of one thread this takes time from the load, so only what a threshold asks for is merged.
    const sample = { ...fullSample, errors: [], byRequest: fullSample.byRequest.filter(({ name }) => named.has(name)) };
    seconds++;
    soFar = soFar ? mergeSamples(sampleFields, [soFar, sample], 'seconds') : sample;
    if (seconds < graceSeconds) return null;
    const broken = evaluateThresholds(judged, [soFar]).find(({ passed, value }) => !passed && value !== null);
    return broken ? runEndSentence({ kind: 'thresholdBroken', threshold: broken.expression, seconds }) : null;
  };
}
