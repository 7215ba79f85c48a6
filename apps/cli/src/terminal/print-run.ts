/** A finished run as text: the sentence, its stamp, the figures, thresholds and errors. */

import { percentileFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Run } from '@plimsoll/contracts/run';
import { readStream, type StreamFigures, type Times } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { regionFigures } from '@plimsoll/pages/region-rows';
import { streamRows, takenTimes } from '@plimsoll/pages/stream-rows';
import { timeName } from '@plimsoll/pages/time-name';
import { commandWords } from '@plimsoll/wording/command-words';
import { countedAs } from '@plimsoll/wording/counted-as';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { errorName, limitSentence } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { failureAdvice, runSentence } from '@plimsoll/wording/run-sentence';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { unitFigure } from '@plimsoll/wording/unit-figure';
import { limitWordsHere } from '../result/limit-words.ts';
import type { MadeRun } from '../result/made.ts';
import type { Screen } from './screen.ts';
import { tableLines, wrapped } from './table.ts';

const { result } = commandWords;
const stampTones = { valid: 'good', unwatched: 'warn', degraded: 'warn', invalid: 'bad' } as const;

export function printRun(screen: Screen, { run, link }: Pick<MadeRun, 'run' | 'link'>): void {
  const { columns, say, paint } = screen;
  const { summary, validity, thresholds, baseline, plan } = run;
  for (const line of wrapped(`${plan.name}: ${runSentence(run)}`, columns)) say(paint(line, 'strong'));
  const advice = failureAdvice(summary);
  // A reason of the stamp may say it.
  if (advice && !validity?.reasons.some((reason) => reason.includes(advice))) for (const line of wrapped(advice, columns)) say(line);
  if (validity) {
    say('');
    say(`${result.validity}: ${paint(validityWords[validity.stamp], stampTones[validity.stamp])}`);
    const limit = limitSentence(validity, link === null ? limitWordsHere(plan) : undefined);
    for (const reason of [...validity.reasons, ...(limit ? [limit] : [])]) for (const line of wrapped(reason, columns, '  ')) say(line);
  }
  if (summary && summary.requests > 0) {
    say('');
    for (const line of figureLines(summary, plan, columns)) say(line);
  }
  if (thresholds.length > 0) {
    say('');
    for (const line of thresholdLines(screen, run)) say(line);
  }
  if (summary && summary.errors.length > 0) {
    say('');
    say(result.errors);
    for (const { kind, count, example } of summary.errors) {
      say(`  ${formatCount(count)} × ${errorName(kind)}`);
      if (example) for (const line of wrapped(example.message, columns, '      ')) say(line);
    }
  }
  if (baseline) {
    say('');
    for (const line of wrapped(`${result.baseline}: ${verdictWords[baseline.verdict]}. ${baseline.sentence}`, columns)) say(line);
  }
}

const timeFields = [...percentileFields, 'maxUs'] as const;
export const timeHeads = timeFields.map((field) => timesFigures[field].name);

/** A row for each time of messages and tokens that was taken. */
export function streamTimeRows(stream: StreamFigures): string[][] {
  return takenTimes(stream).map(([name, times]) => timeRow(timeName(name), times));
}

function timeRow(name: string, times: Times): string[] {
  const write = timeColumn(timeFields.map((field) => times[field]));
  return [name, ...timeFields.map((field) => write(times[field]))];
}

function figureLines(summary: Summary, plan: Run['plan'], columns: number): string[] {
  const stream = readStream(summary);
  return [
    ...tableLines(
      [{ head: '' }, { head: '', isFigure: true }],
      [
        [compareWords.requests(countedAs(plan)), formatCount(summary.requests)],
        [result.throughput, formatRate(measuredThroughput(summary))],
        [result.goodput, formatRate(summary.goodputPerSecond)],
        [result.errorRate, formatShare(summary.errorRate)],
        ...(stream ? streamRows(stream) : []),
      ],
      columns,
    ),
    ...timeLines(summary, stream, columns),
    ...regionLines(summary, columns),
  ];
}

/** None where no good answer came. */
function timeLines({ responseTime }: Summary, stream: StreamFigures | null, columns: number): string[] {
  const rows = [...(responseTime.count > 0 ? [timeRow(result.responseTime, responseTime)] : []), ...(stream ? streamTimeRows(stream) : [])];
  if (rows.length === 0) return [];
  return ['', ...tableLines([{ head: '' }, ...timeHeads.map((head) => ({ head, isFigure: true }))], rows, columns)];
}

/** A row for each region; none of a run that was not made in several. */
function regionLines(summary: Summary, columns: number): string[] {
  const regions = regionFigures(summary);
  if (!regions) return [];
  const last = regions.head.length - 1;
  return [
    '',
    ...tableLines(
      regions.head.map((head, at) => ({ head, isFigure: at > 0 && at < last })),
      regions.rows.map((row) => [...row]),
      columns,
    ),
  ];
}

export function thresholdLines({ columns, paint }: Pick<Screen, 'columns' | 'paint'>, { thresholds }: Pick<Run, 'thresholds'>): string[] {
  const rows = thresholds.map(({ expression, value, passed }) => [
    passed ? paint('✓', 'good') : paint('✗', 'bad'),
    expression,
    thresholdFigure(expression, value),
    passed ? result.passed : paint(result.failed, 'bad'),
  ]);
  return [result.thresholds, ...tableLines([{ head: '' }, { head: '' }, { head: '', isFigure: true }, { head: '' }], rows, columns)];
}

/** The measured figure in the threshold's unit. */
export function thresholdFigure(expression: string, value: number | null): string {
  const threshold = parseThreshold(expression);
  return 'error' in threshold || value === null ? result.nothing : unitFigure(threshold.unit, value);
}
