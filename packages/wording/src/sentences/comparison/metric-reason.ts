/** Why a metric's verdict is what it is, and how a metric changed over time. */
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import { verdictText } from '../../en/comparison/verdict.ts';
import { changeFigure, limitFigure, metricValue } from '../../figures/metric-figures.ts';
import { nameOf } from '../../names.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(verdictText);

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
  const name = nameOf(`metricFirst.${metric}`);
  if (!('change' in finding)) return say(`verdictReason.${finding.kind}`, { metric: name });
  const { kind, change, low, high, minimumEffect, scope } = finding;
  return say(`verdictReason.${kind}`, {
    metric: name,
    change: changeFigure(metric, change),
    low: changeFigure(metric, low),
    high: changeFigure(metric, high),
    limit: limitFigure(metric, minimumEffect),
    scope,
  });
}

/** Said of every verdict where runs were compared without knowing how much they differ by chance: `, within these runs`. */
export function theseRunsOnly(): string {
  return say('scope.theseRuns');
}

/** `p99 went from 1.01 ms to 1.41 ms (+39.6 %).` `change`: relative; of the error rate the difference. */
export function trendSentence(metric: ComparedMetric, before: number, after: number, change: number): string {
  const figures = { metric, base: before, candidate: after };
  return say('trendChange', {
    metric: nameOf(`metricFirst.${metric}`),
    before: metricValue(figures, before),
    after: metricValue(figures, after),
    change: changeFigure(metric, change),
  });
}
