/** The tries of a capacity search as text: pages, Markdown and terminals write them from it. */
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, validityWords } from '@plimsoll/wording/en/names';
import { joined } from '@plimsoll/wording/list';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { commonDisturbance, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import type { Figures } from '../table/figure-table.ts';

export type Try = SharedExperiment['experiment']['tries'][number];

/** The times of each try: those that the search is limited by, else p99 of the whole answer. */
function timesOfTries(tries: readonly Try[], limits: readonly string[]): { readonly head: string; readonly cells: readonly string[] }[] {
  const column = (head: string, read: (one: Try) => number | null | undefined) => {
    const figures = tries.map(read);
    return { head, cells: figures.map(timeColumn(figures)) };
  };
  const judged = tries.find(({ thresholds }) => thresholds.length > 0)?.thresholds.map(({ expression }) => expression) ?? limits;
  const p99 = column('p99', ({ p99Us }) => p99Us);
  const limited = judged.flatMap((expression, at) => {
    const threshold = parseThreshold(expression);
    if (!('unit' in threshold) || threshold.unit !== 'us') return [];
    const { figure, percentile, request } = threshold;
    if (figure === 'responseTime' && percentile === 99 && request === null) return [p99];
    return [column(expression.replace(/\s*[<>].*$/, ''), ({ thresholds }) => thresholds[at]?.value)];
  });
  // Two limits of one time ask for one column.
  const named = new Map(limited.map((one) => [one.head, one]));
  return named.size > 0 ? [...named.values()] : [p99];
}

/** `limits`: the conditions of the search, by which its tries are told before one of them is over. */
export function triesFigures(tries: readonly Try[], limits: readonly string[]): Figures {
  const times = timesOfTries(tries, limits);
  const common = commonDisturbance(tries);
  return {
    label: experimentWords.tried,
    head: [
      experimentWords.try,
      experimentWords.planned,
      experimentWords.good,
      ...times.map((one) => one.head),
      metricWords.errorRate,
      experimentWords.generator,
      experimentWords.result,
    ],
    rows: tries.map((one, at) => [
      String(at + 1),
      formatRate(one.rate),
      // All answers in a try that an older version made.
      formatRate(one.goodputPerSecond ?? one.throughputPerSecond),
      ...times.map(({ cells }) => cells[at] ?? ''),
      formatShare(one.errorRate),
      one.stamp ? validityWords[one.stamp] : '–',
      joined([tryResult(one) ?? '–', ...tryRemarks(one, common)]),
    ]),
  };
}
