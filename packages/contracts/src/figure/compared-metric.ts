/** The figures that are compared: amounts, and the percentiles of the times that are. Keys of the API: `errorRate`, `p99`, `serviceTime.p99`. */
import { type AmountName, amountNames, amountRow, type amounts, type Needs, type Unit } from './amounts.ts';
import { type PercentileField, type PercentileKey, percentileFields, percentileKey, timesFigures } from './percentiles.ts';
import { type ComparedTime, comparedTimes, decidingTimes, needsOfTimes, timesRow } from './times.ts';

export type ComparedAmount = { [Name in AmountName]: (typeof amounts)[Name] extends { compared: object } ? Name : never }[AmountName];
type PercentileOf<Time extends ComparedTime> = Time extends 'responseTime' ? PercentileKey : `${Time}.${PercentileKey}`;
export type PercentileMetric = PercentileOf<ComparedTime>;
export type ComparedMetric = ComparedAmount | PercentileMetric;
/** Amounts that every run has, and every stretch of it. */
export type MainAmount = { [Name in ComparedAmount]: (typeof amounts)[Name] extends { needs: string } ? never : Name }[ComparedAmount];
/** Metrics of a run as a whole or of its response time, which every run has. */
export type MainMetric = MainAmount | PercentileKey;

interface MetricRow {
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  /** Does it decide an experiment and a baseline verdict? */
  readonly headline: boolean;
  /** Does it decide how large the noise floor of a setup is? */
  readonly noise: boolean;
  /** The amount, or the times and which of their figures. */
  readonly amount: ComparedAmount | null;
  readonly times: ComparedTime | null;
  readonly field: PercentileField | null;
  readonly percentile: number | null;
  /** It stands in an answer only where both arms have what it needs: few runs know their target's own resources. */
  readonly needs: Needs | null;
}

const ofAmounts = amountNames.flatMap((name): [string, MetricRow][] => {
  const { unit, better, compared, needs = null } = amountRow(name);
  return compared
    ? [[name, { unit, better, ...compared, amount: name as ComparedAmount, times: null, field: null, percentile: null, needs }]]
    : [];
});
const ofTimes = comparedTimes.flatMap((name) =>
  percentileFields.map((field): [string, MetricRow] => {
    const { compared } = timesRow(name);
    const key = percentileKey(field);
    return [
      comparedPercentile(key, name),
      {
        unit: 'us',
        better: 'lower',
        headline: compared?.headline.includes(key) ?? false,
        noise: compared?.noise.includes(key) ?? false,
        amount: null,
        times: name,
        field,
        percentile: timesFigures[field].percentile,
        needs: needsOfTimes(name),
      },
    ];
  }),
);
const rows = new Map([...ofAmounts, ...ofTimes] as [ComparedMetric, MetricRow][]);

/** The facts about a metric besides its values. */
export function rowOfMetric(metric: ComparedMetric): MetricRow {
  return rows.get(metric) as MetricRow;
}

/** Stands in the table of streams: it is of their messages, or of their tokens. */
export function isOfStreams(metric: ComparedMetric): boolean {
  const { needs } = rowOfMetric(metric);
  return needs === 'messages' || needs === 'tokens';
}

/** In the order in which tables show them: those of streams last. */
export const comparedMetrics = [...rows.keys()].sort((a, b) => Number(isOfStreams(a)) - Number(isOfStreams(b)));
/** Metrics that a run's summary holds, whose history can be drawn; those of streams only of a run that has them. */
export const trendMetrics = comparedMetrics.filter((metric) => rowOfMetric(metric).needs !== 'target');
export const percentileMetrics = trendMetrics.filter((metric): metric is PercentileMetric => rowOfMetric(metric).times !== null);
/** The metrics that every run has. */
export const summaryMetrics = trendMetrics.filter((metric) => !isOfStreams(metric));
/** Their verdicts are corrected together; those of the others apart, so that they take nothing from the main ones. */
export const mainMetrics = comparedMetrics.filter(isMain);
export const mainAmounts = mainMetrics.filter((metric): metric is MainAmount => rowOfMetric(metric).amount !== null);
/** The metrics that may decide an experiment and a baseline verdict; which of them do: {@link decidingOf}. */
export const headlineMetrics = comparedMetrics.filter((metric) => rowOfMetric(metric).headline);

/** Is it one of those that decide, where these times do? */
export function decidesBy(metric: ComparedMetric, names: readonly ComparedTime[]): boolean {
  const { headline, times } = rowOfMetric(metric);
  return headline && (times === null || names.includes(times));
}

/**
 * Those of a candidate's metrics that decide an experiment and a baseline verdict. Where streams count tokens, the times of these stand for the
 * time of the whole answer, which is the longer the more it says. Where the comparison said which decide, these do, as between streams of
 * messages: not all that has such times is a stream of several, and an older version decided none by them.
 */
export function decidingOf<One extends { readonly metric: ComparedMetric; readonly decides?: boolean | undefined }>(
  metrics: readonly One[],
): One[] {
  const said = metrics.filter(({ decides }) => decides);
  if (said.length > 0) return said;
  const names = decidingTimes(
    metrics.flatMap(({ metric }) => {
      const { times, needs } = rowOfMetric(metric);
      return times === null || needs === 'messages' ? [] : times;
    }),
  );
  return metrics.filter(({ metric }) => decidesBy(metric, names));
}

/** Its verdict is one of those that speak for a comparison. */
export function isMain(metric: ComparedMetric): metric is MainMetric {
  return isUnfolded(metric) && rowOfMetric(metric).needs === null;
}

/** Of those of streams: is it told first, and has it most of the chance of their family? p99 rests on few streams. */
export function isLeading(metric: ComparedMetric): boolean {
  const { percentile } = rowOfMetric(metric);
  return isOfStreams(metric) && (percentile === null || percentile === 50 || percentile === 95);
}

/** A short comparison, as in a terminal, has these alone: the main metrics, and of streams those that lead. */
export function isTold(metric: ComparedMetric): boolean {
  return isMain(metric) || isLeading(metric);
}

/** Stands in the first table of a comparison; metrics of other times than response time are folded under it, those of streams apart. */
export function isUnfolded(metric: ComparedMetric): boolean {
  const { times } = rowOfMetric(metric);
  return (times === null || times === 'responseTime') && !isOfStreams(metric);
}

/** The metric of some times that a percentile of response time is. */
export function comparedPercentile(percentile: PercentileKey, name: ComparedTime): PercentileMetric {
  return name === 'responseTime' ? percentile : `${name}.${percentile}`;
}

/** Percentiles that a list of runs offers as columns. */
export const listedMetrics = comparedTimes.flatMap((name) =>
  (timesRow(name).inLists ?? []).map((field) => comparedPercentile(percentileKey(field), name)),
);

/** A share is compared by its difference, since its base is often 0; everything else by its ratio. */
export function isAbsolute(metric: ComparedMetric): boolean {
  return rowOfMetric(metric).unit === 'share';
}
