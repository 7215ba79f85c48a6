/** Judges a plan's thresholds while it runs, for `abortOnFail`. Keeps one merged sample of the load so far, not all of them. */
import type { Sample } from '@plimsoll/contracts/sample';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { mergeSamples } from '../recording/sample-merge.ts';

/** A load that has just begun has too few requests to judge, and no throughput. */
const graceSeconds = 10;
const noHealth = { eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, idleSpinUs: 0, clockDriftMs: 0 };

/** A function that takes one sample after the other, and answers the sentence to stop with, or null. */
export function liveThresholds(expressions: readonly string[]): (sample: Sample) => string | null {
  const named = new Set(expressions.map(parseThreshold).map((threshold) => ('error' in threshold ? null : threshold.request)));
  let soFar: Sample | null = null;
  let seconds = 0;
  return (fullSample) => {
    if (fullSample.warmup) return null;
    // In a run of one thread this takes time from the load, so only the requests that a threshold names are merged.
    const sample = { ...fullSample, byRequest: fullSample.byRequest.filter(({ name }) => named.has(name)) };
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
    return broken ? `Stopped by itself: the threshold "${broken.expression}" is broken after ${seconds} s.` : null;
  };
}
