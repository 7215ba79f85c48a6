/** A comment for a pull request: verdict, figures with their intervals, stamp, link. */
import { percentileFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Run } from '@plimsoll/contracts/run';
import { readStream } from '@plimsoll/contracts/sample';
import { worstValidity } from '@plimsoll/contracts/validity';
import { markdownBlocks, markdownTable, plainMarkdown } from '@plimsoll/pages/markdown';
import { triesFigures } from '@plimsoll/pages/tries-figures';
import { commandWords } from '@plimsoll/wording/command-words';
import { countedAs } from '@plimsoll/wording/counted-as';
import { claimsWords } from '@plimsoll/wording/en/claims';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { validityWords } from '@plimsoll/wording/en/names';
import { streamsWords } from '@plimsoll/wording/en/streams';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { runSentence } from '@plimsoll/wording/run-sentence';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { type ExitReason, exitCodes } from '../result/exit-code.ts';
import type { Made, MadeCapacity, MadeComparison, MadeRun } from '../result/made.ts';
import { disturbedSentence, foundSentence } from '../terminal/print-capacity.ts';
import { buildRows, mainRows, powerLine } from '../terminal/print-comparison.ts';
import { streamTimeRows, thresholdFigure, timeHeads } from '../terminal/print-run.ts';

const { result: text } = commandWords;

/** Its first line is how the next comment finds this one. */
export const commentMark = '<!-- plimsoll -->';
export const commentTitle = `### ${commandWords.comment.title}`;

export function commentMarkdown(made: Made, reason: ExitReason): string {
  const { [reason]: code } = exitCodes;
  const blocks = blocksOf(made);
  const said = markdownBlocks([...blocks, text.exit({ code, reason: commandWords.exit[reason] })]);
  const all = markdownBlocks([
    `${commentMark}\n${commentTitle}`,
    // Names and addresses come from plans: nobody is mentioned by them.
    nobodyMentioned(said),
    made.link ? `[${commandWords.comment.made}](${made.link})` : '',
  ]);
  return `${all}\n`;
}

/** A sign of no width after each @. */
export function nobodyMentioned(text: string): string {
  return text.replace(/@(?!\u200b)/g, '@\u200b');
}

function blocksOf(made: Made): string[] {
  if (made.kind === 'run') return ofRun(made);
  return made.kind === 'comparison' ? ofComparison(made) : ofCapacity(made);
}

function ofCapacity(made: MadeCapacity): string[] {
  const { head, rows } = triesFigures(made.tries, made.limits);
  return [
    `**${plainMarkdown(made.name)}**: ${plainMarkdown(foundSentence(made))}`,
    stampLine(made.runs),
    plainMarkdown(disturbedSentence(made)),
    table(head, rows, head.length - 3),
  ];
}

function ofRun({ run }: MadeRun): string[] {
  const { summary, thresholds, plan } = run;
  const figures = summary && summary.requests > 0 ? summary : null;
  const stream = figures && readStream(figures);
  const heads = [
    compareWords.requests(countedAs(plan)),
    text.throughput,
    text.errorRate,
    ...percentileFields.map((field) => timesFigures[field].name),
  ];
  return [
    `**${plainMarkdown(plan.name)}**: ${plainMarkdown(runSentence(run))}`,
    stampLine([run]),
    table(
      heads,
      figures
        ? [
            [
              formatCount(figures.requests),
              formatRate(measuredThroughput(figures)),
              formatShare(figures.errorRate),
              ...percentileFields.map((field) => formatUs(figures.responseTime[field])),
            ],
          ]
        : [],
    ),
    // How long the whole stream takes is not what its users wait for.
    table([streamsWords.times, ...timeHeads], stream ? streamTimeRows(stream) : []),
    table(
      [text.thresholds, '', ''],
      thresholds.map(({ expression, value, passed }) => [
        expression,
        thresholdFigure(expression, value),
        `${passed ? '✓' : '✗'} ${passed ? text.passed : text.failed}`,
      ]),
    ),
  ];
}

function ofComparison({ name, result, power, runs, of }: MadeComparison): string[] {
  if (!result) return [`**${plainMarkdown(name)}**: ${text.nothing}`, stampLine(runs)];
  const rows = result.candidates.flatMap((one) => mainRows(one).map(({ cells, verdict }) => [...cells, verdict]));
  return [
    `**${plainMarkdown(name)}**: ${plainMarkdown(result.sentence)}`,
    stampLine(runs),
    table([text.metric, text.base, text.candidate, text.change, text.interval, text.verdict], rows),
    of === 'builds'
      ? table(
          [claimsWords.builds, text.interval, text.verdict],
          result.candidates.flatMap(({ metrics }) => buildRows(metrics)),
        )
      : '',
    power ? powerLine(power) : '',
  ];
}

/** Empty where it would have no row. All but the first column stand to the right. */
const table = (heads: readonly string[], rows: readonly (readonly string[])[], figures = heads.length - 1) =>
  rows.length === 0 ? '' : markdownTable(heads, rows, figures);

function stampLine(runs: readonly Pick<Run, 'validity'>[]): string {
  const stamp = worstValidity(runs.map(({ validity }) => validity));
  return stamp ? `${text.validity}: ${validityWords[stamp.stamp]}. ${stamp.reasons.map(plainMarkdown).join(' ')}`.trimEnd() : '';
}
