/** Figures as programs write them in thresholds: `p(99)`, `error_rate`, `grpc_first_message p(99)`. Each is another name of one row. */
import { type AmountName, amountNames, amountRow, type Unit } from './amounts.ts';
import { type TargetThreshold, targetRow, targetThresholds } from './target-figures.ts';
import { type HistogramName, histogramNames, type Statistic, timesRow } from './times.ts';

export type ThresholdFigure = HistogramName | AmountName | TargetThreshold;

export interface WrittenFigure {
  /** `grpc_first_message_p`. */
  readonly name: string;
  /** The same as people write it: `grpc_first_message p`. */
  readonly shown: string;
  readonly figure: ThresholdFigure;
  /** The statistic of times; null for any other figure. */
  readonly statistic: Statistic | null;
  readonly unit: Unit;
  /** An operator and a limit that show how it is written. */
  readonly example: string;
  /** Known of each request of a plan with several? */
  readonly perRequest: boolean;
  readonly needs: 'target' | 'messages' | null;
}

const ofTimes = histogramNames.flatMap((figure): WrittenFigure[] => {
  const { of, places, threshold } = timesRow(figure);
  const needs = of === 'message' ? 'messages' : null;
  const known = { figure, unit: 'us', example: '< 250ms', perRequest: places.includes('request'), needs } as const;
  return (threshold?.statistics ?? []).map((statistic) => {
    const name = [threshold?.word, statistic].filter(Boolean).join('_');
    return { ...known, statistic, name, shown: needs ? `${threshold?.word} ${statistic}` : name };
  });
});

const ofAmounts = amountNames.flatMap((figure): WrittenFigure[] => {
  const { unit, threshold, perRequest = false, needs = null } = amountRow(figure);
  return threshold ? [{ ...threshold, shown: threshold.name, figure, statistic: null, unit, perRequest, needs }] : [];
});

const ofTarget = targetThresholds.flatMap((figure): WrittenFigure[] => {
  const { unit, threshold } = targetRow(figure);
  return threshold ? [{ ...threshold, shown: threshold.name, figure, statistic: null, unit, perRequest: false, needs: 'target' }] : [];
});

const all = [...ofTimes, ...ofAmounts, ...ofTarget];
const byName = new Map(all.map((written) => [written.name, written]));

/** `name`: with one space or `_` before a statistic. */
export function findWritten(name: string): WrittenFigure | undefined {
  return byName.get(name);
}

/** As people write it: `service_p(99)`, `grpc_first_message p(99)`. */
export function writeFigure({ shown }: WrittenFigure, percentile: number | string | null): string {
  return percentile === null ? shown : `${shown}(${percentile})`;
}
