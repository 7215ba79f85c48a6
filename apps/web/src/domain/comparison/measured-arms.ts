/** Figures of a whole arm below a chart, in words. */
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { Point } from '@plimsoll/contracts/sample';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { joined } from '@plimsoll/wording/list';
import { type NamedArms, valuesOfArms } from '@plimsoll/wording/named-arms';
import type { OverlaidArm } from './overlay.ts';

type Figure = readonly [name: string, value: number | null | undefined];

/** The arms that measured it, with their values; empty where none did. */
export function listMeasured(figures: readonly Figure[], show: (value: number) => string): string {
  return joined(figures.flatMap(([name, value]) => (value == null ? [] : `${name} ${show(value)}`)));
}

/** Did two arms or more measure it? What one alone did stands on the page of its run. */
export function areMeasured(arms: readonly OverlaidArm[], has: (point: Point) => boolean): boolean {
  return arms.filter(({ points }) => points.some(has)).length > 1;
}

/** `In all: before 12 ms, after 15 ms.`; empty where no arm measured it. */
export function sayInAll(figures: readonly Figure[], show: (value: number) => string): string {
  const list = listMeasured(figures, show);
  return list && compareWords.chartSummary({ list });
}

/** The same of a metric that all arms are compared in. */
export function sayMetricInAll(named: NamedArms, metric: ComparedMetric, show: (value: number) => string): string {
  const values = valuesOfArms(named, metric);
  return sayInAll(
    [named.base, ...named.candidates].map(({ name }, at) => [name, values[at]]),
    show,
  );
}
