/** A comment for a pull request: verdict, figures with their intervals, stamp, link. */
import { isMain } from '@plimsoll/contracts/compared-metric';
import { percentileFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Run } from '@plimsoll/contracts/run';
import { worstValidity } from '@plimsoll/contracts/validity';
import { shortMetric } from '@plimsoll/wording/arm-words';
import { commandWords } from '@plimsoll/wording/command-words';
import { validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { metricChange, metricColumn, metricInterval } from '@plimsoll/wording/metric-figures';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { runSentence } from '@plimsoll/wording/run-sentence';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { type ExitReason, exitCodes } from '../result/exit-code.ts';
import type { Made, MadeComparison, MadeRun } from '../result/made.ts';

import { thresholdFigure } from '../terminal/print-run.ts';

const { result: text } = commandWords;

/** Names and addresses come from plans: nothing in them is markup, nobody is mentioned by them. */
function plain(value: string): string {
  return value
    .replace(/[\\`*_{}[\]<>|#~!]/g, '\\$&')
    .replaceAll('@', '@\u200b')
    .replace(/\s+/g, ' ');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', row(heads), row(heads.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(row)];
}

/** The mark in its first line is how the next comment finds this one. */
export function commentMarkdown(made: Made, reason: ExitReason): string {
  const { [reason]: code } = exitCodes;
  const body = made.kind === 'run' ? ofRun(made) : ofComparison(made);
  const link = made.link ? ['', `[${commandWords.comment.made}](${made.link})`] : [];
  const closing = ['', `${text.exit({ code, reason: commandWords.exit[reason] })}`];
  return `${['<!-- plimsoll -->', `### ${commandWords.comment.title}`, '', ...body, ...closing, ...link].join('\n')}\n`;
}

function ofRun({ run }: MadeRun): string[] {
  const { summary, thresholds, plan } = run;
  const figures = summary && summary.requests > 0 ? summary : null;
  return [
    `**${plain(plan.name)}**: ${plain(runSentence(run))}`,
    ...stampLines([run]),
    ...table(
      [text.requests, text.throughput, text.errorRate, ...percentileFields.map((field) => timesFigures[field].name)],
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
    ...table(
      [text.thresholds, '', ''],
      thresholds.map(({ expression, value, passed }) => [
        plain(expression),
        thresholdFigure(expression, value),
        `${passed ? '✓' : '✗'} ${passed ? text.passed : text.failed}`,
      ]),
    ),
  ];
}

function ofComparison({ name, result, power, runs }: MadeComparison): string[] {
  if (!result) return [`**${plain(name)}**: ${text.nothing}`, ...stampLines(runs)];
  const rows = result.candidates.flatMap(({ metrics }) => {
    const main = metrics.filter(({ metric }) => isMain(metric));
    const figure = metricColumn(main);
    return main.map((delta) => [
      shortMetric(delta),
      figure(delta.metric, delta.base),
      figure(delta.metric, delta.candidate),
      metricChange(delta),
      metricInterval(delta) ?? '–',
      verdictWords[delta.verdict],
    ]);
  });
  return [
    `**${plain(name)}**: ${plain(result.sentence)}`,
    ...stampLines(runs),
    ...table([text.metric, text.base, text.head, text.change, text.interval, text.verdict], rows),
    ...(power ? ['', text.seen({ change: formatShare(power.detectable), seconds: Math.round(power.after) })] : []),
  ];
}

function stampLines(runs: readonly Pick<Run, 'validity'>[]): string[] {
  const stamp = worstValidity(runs.map(({ validity }) => validity));
  return stamp ? ['', `${text.validity}: ${validityWords[stamp.stamp]}. ${stamp.reasons.map(plain).join(' ')}`.trimEnd()] : [];
}
