/** A comparison as text: the sentence, then a row for each metric with its interval and its verdict. */
import { isTold } from '@plimsoll/contracts/compared-metric';
import { type Candidate, type Comparability, isComparable } from '@plimsoll/contracts/comparison';
import type { Power } from '@plimsoll/contracts/power';
import { worstValidity } from '@plimsoll/contracts/validity';
import { type MetricDelta, rowOfVerdict } from '@plimsoll/contracts/verdict';
import { claimRows } from '@plimsoll/pages/comparison-rows';
import { shortMetric } from '@plimsoll/wording/arm-words';
import { commandWords } from '@plimsoll/wording/command-words';
import { sentenceBesideIncomparable } from '@plimsoll/wording/comparability-sentence';
import { claimsWords } from '@plimsoll/wording/en/claims';
import { metricShortWords, validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { differenceText } from '@plimsoll/wording/field-name';
import { metricChange, metricColumn, metricInterval } from '@plimsoll/wording/metric-figures';
import { formatShare } from '@plimsoll/wording/share';

import type { MadeComparison } from '../result/made.ts';
import type { Screen } from './screen.ts';
import { tableLines, wrapped } from './table.ts';

const { result: text } = commandWords;

export function printComparison(screen: Screen, { name, result, power, runs, of }: MadeComparison): void {
  const { columns, say, paint } = screen;
  const sentence = result?.sentence ?? text.nothing;
  for (const line of wrapped(`${name}: ${sentence}`, columns)) say(paint(line, 'strong'));
  if (!result) return;
  for (const candidate of result.candidates) {
    const { comparability, metrics, code } = candidate;
    for (const line of unlikeLines(comparability, code?.chosen ?? false, columns)) say(line);
    say('');
    for (const line of deltaLines(candidate, screen)) say(line);
    if (of === 'builds')
      for (const line of [
        '',
        ...tableLines([{ head: claimsWords.builds }, { head: '', isFigure: true }, { head: '' }], buildRows(metrics), columns),
      ])
        say(line);
  }
  say('');
  const stamp = worstValidity(runs.map(({ validity }) => validity));
  if (stamp) say(`${text.validity}: ${validityWords[stamp.stamp]}`);
  for (const reason of stamp?.reasons ?? []) for (const line of wrapped(reason, columns, '  ')) say(line);
  if (power) for (const line of wrapped(powerLine(power), columns)) say(line);
}

/** Why like is not held against like. Where nobody chose what differs, the sentence above says already that it cannot be compared. */
function unlikeLines(comparability: Comparability, chosen: boolean, columns: number): string[] {
  if (comparability.grade !== 'not_like_with_like') return [];
  if (chosen) return wrapped(comparability.sentence, columns);
  const beside = sentenceBesideIncomparable(comparability);
  const differences = comparability.differences.flatMap((one) => wrapped(differenceText(one), columns, '  '));
  return [...(beside ? wrapped(beside, columns) : []), ...differences];
}

/** How small a change was told from none. */
export function powerLine({ detectable, after, of }: Power): string {
  const figures = { change: formatShare(detectable), seconds: Math.round(after) };
  return of ? text.seenOf({ ...figures, metric: metricShortWords[of] }) : text.seen(figures);
}

/** What is known of the builds: metric, interval, verdict. */
export function buildRows(metrics: readonly MetricDelta[]): string[][] {
  return claimRows(metrics).map(({ label, builds: { interval, mark } }) => [label, interval, mark?.word ?? '–']);
}

/** Of each metric that a comparison is read by: its name, both figures, the change with its interval, and the verdict with its tone, if it has any. */
export function mainRows(candidate: Candidate) {
  const { metrics } = candidate;
  const comparable = isComparable(candidate);
  const main = metrics.filter(({ metric }) => isTold(metric));
  const figure = metricColumn(main);
  return main.map((delta) => ({
    cells: [
      shortMetric(delta),
      figure(delta.metric, delta.base),
      figure(delta.metric, delta.candidate),
      metricChange(delta),
      metricInterval(delta) ?? '–',
    ],
    verdict: comparable ? verdictWords[delta.verdict] : '–',
    tone: comparable ? rowOfVerdict(delta.verdict).tone : 'even',
  }));
}

function deltaLines(candidate: Candidate, { columns, paint }: Screen): string[] {
  return tableLines(
    [
      { head: text.metric },
      { head: text.base, isFigure: true },
      { head: text.candidate, isFigure: true },
      { head: text.change, isFigure: true },
      { head: text.interval, isFigure: true },
      { head: text.verdict },
    ],
    mainRows(candidate).map(({ cells, verdict, tone }) => [...cells, paint(verdict, tone)]),
    columns,
  );
}
