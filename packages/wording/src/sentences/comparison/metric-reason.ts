/** The reason for a metric's verdict, and the metric's change over time. */
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import { headlineWords, scopeWords, verdictReasonWords } from '../../en/comparison/verdict.ts';
import { metricFirstWords } from '../../en/names.ts';
import { changeFigure, limitFigure, metricValue } from '../../figures/metric-figures.ts';
import { changePhrase } from './change-phrase.ts';

/** A change read against the least one that counts. All relative; of the error rate differences of fractions. */
interface Reading {
  readonly change: number;
  readonly low: number;
  readonly high: number;
  readonly minimumEffect: number;
}

export type MetricFinding =
  | { readonly kind: 'tooShort' | 'notInBoth' | 'mixedTimes' | 'notInFile' | 'sumOnly' }
  | ({ readonly kind: 'beyond' | 'maybeChance' | 'within' | 'across'; readonly scope: string } & Reading);

export function metricReason(metric: ComparedMetric, finding: MetricFinding): string {
  const name = metricFirstWords[metric];
  if (!('change' in finding)) return verdictReasonWords[finding.kind]({ metric: name });
  const { kind, change, low, high, minimumEffect, scope } = finding;
  return verdictReasonWords[kind]({
    metric: name,
    change: changePhrase(metric, change),
    low: changeFigure(metric, low),
    high: changeFigure(metric, high),
    limit: limitFigure(metric, minimumEffect),
    scope,
  });
}

/** Said of every verdict where runs were compared without knowing how much they differ by chance: `, within these runs`. */
export function theseRunsOnly(): string {
  return scopeWords.theseRuns;
}

/** `p99 went from 1.01 ms to 1.41 ms (+39.6 %).` `change`: relative; of the error rate the difference. */
export function trendSentence(metric: ComparedMetric, before: number, after: number, change: number): string {
  const figures = { metric, base: before, candidate: after };
  return headlineWords.trendChange({
    metric: metricFirstWords[metric],
    before: metricValue(figures, before),
    after: metricValue(figures, after),
    change: changePhrase(metric, change),
  });
}
