/** Judges a plan's thresholds while it runs, for `abortOnFail`. Keeps one merged sample of the load so far, not all of them. */
import type { Sample } from '@plimsoll/contracts/sample';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { mergeSamples } from './sample-merge.ts';

/** A load that has just begun says little, and a throughput nothing. */
const graceSeconds = 10;
const noHealth = { eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, idleSpinUs: 0, clockDriftMs: 0 };

/** Answers, for one sample after the other, the sentence to stop with, or null. */
export function liveThresholds(expressions: readonly string[]): (sample: Sample) => string | null {
  const named = new Set(expressions.map(parseThreshold).map((threshold) => ('error' in threshold ? null : threshold.request)));
  let soFar: Sample | null = null;
  let seconds = 0;
  return (whole) => {
    if (whole.warmup) return null;
    // In a run of one thread this takes time from the load: nothing is merged that no threshold asks for.
    const sample = { ...whole, byRequest: whole.byRequest.filter(({ name }) => named.has(name)) };
    seconds++;
    const { generator } = sample;
    const merged = soFar
      ? mergeSamples([
          { ...soFar, health: noHealth },
          { ...sample, health: noHealth },
        ])
      : sample;
    soFar = { ...merged, lengthMs: (soFar?.lengthMs ?? 0) + sample.lengthMs, errors: [], generator };
    if (seconds < graceSeconds) return null;
    const broken = evaluateThresholds(expressions, [soFar]).find(({ passed, value }) => !passed && value !== null);
    return broken ? runEndSentence({ kind: 'thresholdBroken', threshold: broken.expression, seconds }) : null;
  };
}
