/** Figures as programs write them in thresholds: `p(99)`, `error_rate`, `first_message p(99)`. Each is another name of one row. */
import { type AmountName, amountNames, amountRow, type Needs, type Unit } from './amounts.ts';
import { type TargetThreshold, targetRow, targetThresholds } from './target-figures.ts';
import { type HistogramName, histogramNames, needsOfTimes, type Statistic, timesRow } from './times.ts';

export type ThresholdFigure = HistogramName | AmountName | TargetThreshold;

export interface WrittenFigure {
  /** `first_message_p`. */
  readonly name: string;
  /** The same as people write it: `first_message p`. */
  readonly shown: string;
  readonly figure: ThresholdFigure;
  /** The statistic of times; null for any other figure. */
  readonly statistic: Statistic | null;
  readonly unit: Unit;
  /** An operator and a limit that show how it is written. */
  readonly example: string;
  /** Known of each request of a plan with several? */
  readonly perRequest: boolean;
  readonly needs: Needs | null;
}

const ofTimes = histogramNames.flatMap((figure): WrittenFigure[] => {
  const { places, threshold } = timesRow(figure);
  const needs = needsOfTimes(figure);
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
// Of two of one name, the first is meant unless a limit in per cent says that it is the share.
const byName = new Map(all.toReversed().map((written) => [written.name, written]));
const shares = new Map(all.filter(({ unit }) => unit === 'share').map((written) => [written.name, written]));

/** The words of earlier versions, when gRPC alone had messages. */
const olderWords = {
  grpc_first_message: 'first_message',
  grpc_message_gap: 'message_gap',
  grpc_round_trip: 'round_trip',
  grpc_message_lateness: 'message_lateness',
} as const;
const olderNames = new Map(
  Object.entries(olderWords).flatMap(([older, word]) =>
    [...byName.keys()].filter((name) => name.startsWith(`${word}_`)).map((name) => [name.replace(word, older), name] as const),
  ),
);

/** `name`: with `_` before a statistic. `limit`: as written, where it may tell two figures of one name apart. */
export function findWritten(name: string, limit = ''): WrittenFigure | undefined {
  const settled = olderNames.get(name) ?? name;
  return (limit.trim().endsWith('%') ? shares.get(settled) : undefined) ?? byName.get(settled);
}

/** As people write it: `service_p(99)`, `first_message p(99)`. */
export function writeFigure({ shown }: WrittenFigure, percentile: number | string | null): string {
  return percentile === null ? shown : `${shown}(${percentile})`;
}
