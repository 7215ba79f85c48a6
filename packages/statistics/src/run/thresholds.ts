/** Did the run pass? Each threshold of the plan against the measured seconds; also usable while the run goes on. */
import { amountNames, countAmount } from '@plimsoll/contracts/amounts';
import { type MeasuredTarget, unknownTarget } from '@plimsoll/contracts/measured-target';
import { type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { targetThresholds } from '@plimsoll/contracts/target-figures';
import { parseThreshold, type Threshold, type ThresholdResult } from '@plimsoll/contracts/threshold';
import { type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import { computeMean, type Histogram, merge, valueAt } from '../histogram/histogram.ts';
import { measureLengthMs, mergeGroup } from '../second/merge-fields.ts';
import { countFinished, groupBySecond } from '../second/seconds.ts';

const { planned, dropped, connections, peakInFlight, bytes, messages, tokens } = sampleFields;
/** Figures that are known of a whole run only. */
const wholeFields = { planned, dropped, connections, peakInFlight, bytes, messages, tokens };

/**
 * One result per expression, in order. Nothing measured gives a null
 * value, and that does not pass: a threshold that could not be checked is not kept. Warm-up is left out.
 */
export function evaluateThresholds(
  expressions: readonly string[],
  samples: readonly Sample[],
  target: MeasuredTarget = unknownTarget,
): ThresholdResult[] {
  const measured = samples.filter((sample) => !sample.warmup);
  const merged = new Map<string, Histogram>();
  const histogram = (name: HistogramName, request: string | null): Histogram => {
    const key = `${name} ${request ?? ''}`;
    const known = merged.get(key) ?? merge(selectHistograms(measured, name, request));
    merged.set(key, known);
    return known;
  };
  return expressions.map((expression) => {
    const threshold = parseThreshold(expression);
    if ('error' in threshold) return { expression, value: null, passed: false };
    const asked = targetThresholds.find((name) => name === threshold.figure);
    const value = asked ? target[asked] : measuredValue(threshold, measured, histogram);
    return { expression: threshold.expression, value, passed: value !== null && holds(threshold, value) };
  });
}

function selectHistograms(measured: readonly Sample[], name: HistogramName, request: string | null): Uint8Array[] {
  if (request === null) return measured.map((sample) => sample.histograms[name]);
  const kept = requestTimeNames.find((known) => known === name);
  return kept ? selectRequest(measured, request).map((part) => part.histograms[kept]) : [];
}

/** The figures of one request in the samples. */
function selectRequest(measured: readonly Sample[], request: string): RequestSample[] {
  return measured.flatMap(({ byRequest }) => byRequest.filter(({ name }) => name === request));
}

function measuredValue(
  threshold: Threshold,
  measured: readonly Sample[],
  histogram: (name: HistogramName, request: string | null) => Histogram,
): number | null {
  const { figure, statistic, percentile, request } = threshold;
  const timed = histogramNames.find((name) => name === figure);
  if (timed) {
    const times = histogram(timed, request);
    return statistic === 'mean' ? computeMean(times) : valueAt(times, percentile ?? 100);
  }
  const amount = amountNames.find((name) => name === figure);
  const parts: readonly Pick<Sample, 'outcomes' | 'done' | 'failed'>[] = request === null ? measured : selectRequest(measured, request);
  if (!amount || measured.length === 0 || parts.length === 0) return null;
  const seconds = groupBySecond(measured).map(({ shards }) => shards);
  const sum = (count: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + count(part), 0);
  return countAmount(amount, {
    ...mergeGroup(wholeFields, seconds),
    seconds: measureLengthMs(seconds) / 1000,
    finished: sum(({ outcomes }) => countFinished(outcomes)),
    done: sum(({ done }) => done),
    failed: sum(({ failed }) => failed),
  });
}

function holds({ operator, limit }: Threshold, value: number): boolean {
  if (operator === '<') return value < limit;
  if (operator === '<=') return value <= limit;
  return operator === '>' ? value > limit : value >= limit;
}
