/** A finished run as Markdown, for a pull request. */

import { isUnconnected, judgeFailure } from '@plimsoll/contracts/failure';
import { tileFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Run } from '@plimsoll/contracts/run';
import type { Story } from '@plimsoll/contracts/story';
import { besideLimit } from '@plimsoll/contracts/story-marks';
import type { Summary } from '@plimsoll/contracts/summary';
import { callStatusTable } from '@plimsoll/pages/call-tables';
import type { Figures } from '@plimsoll/pages/figure-table';
import { markdownBlocks, markdownTable, plainMarkdown } from '@plimsoll/pages/markdown';
import { regionFigures } from '@plimsoll/pages/region-rows';
import { requestColumns } from '@plimsoll/pages/request-rows';
import { requestFigures } from '@plimsoll/pages/request-table';
import { statusTable } from '@plimsoll/pages/run-tables';
import { runPlanWords } from '@plimsoll/pages/run-words';
import { streamTables } from '@plimsoll/pages/stream-tables';
import { thresholdFigures } from '@plimsoll/pages/threshold-table';
import { verdictPhrase } from '@plimsoll/pages/verdict-phrase';
import { type CountedAs, countedAs } from '@plimsoll/wording/counted-as';
import { thresholdWords } from '@plimsoll/wording/en/chart';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricWords, timeWords, validityWords } from '@plimsoll/wording/en/names';
import { runWords, tileWords } from '@plimsoll/wording/en/run';
import { fewSamplesSentence } from '@plimsoll/wording/few-samples-sentence';
import { asSentence, named, paragraph } from '@plimsoll/wording/list';
import { limitSentence } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { requestWords } from '@plimsoll/wording/request-words';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeColumn } from '@plimsoll/wording/time';

type Finished = Pick<Run, 'plan' | 'source' | 'state' | 'stateReason' | 'ending' | 'summary' | 'thresholds' | 'validity' | 'baseline'>;

function figureRows(summary: Summary, counted: CountedAs): string[][] {
  const { responseTime } = summary;
  const time = timeColumn(tileFields.map((field) => responseTime[field]));
  const { goodputPerSecond, droppedShare, failedTime } = summary;
  const throughput = measuredThroughput(summary);
  const finished = throughput === null ? [] : [[tileWords.throughput, formatRate(throughput)]];
  const good = summary.failed > 0 && goodputPerSecond !== null ? [[metricWords.goodput, formatRate(goodputPerSecond)]] : [];
  return [
    ...(judgeFailure(summary) ? [...good, ...finished] : [...finished, ...good]),
    ...(droppedShare ? [[metricWords.droppedShare, formatShare(droppedShare)]] : []),
    ...(failedTime.count > 0 ? [[`${timeWords.failedTime} p50`, formatUs(failedTime.p50Us)]] : []),
    ...tileFields.filter((field) => responseTime[field] !== null).map((field) => [timesFigures[field].name, time(responseTime[field])]),
    [tileWords.errors, formatShare(summary.errorRate)],
    [compareWords.requests(counted), formatCount(summary.requests)],
    [tileWords.opened, formatCount(summary.connections.opened)],
  ];
}

/** Empty where there are none. `figures`: how many columns behind the first. */
const figuresTable = (table: Figures | null, figures: number) =>
  table && table.rows.length > 0 ? markdownTable(table.head, table.rows, figures) : '';

/** One line a finding, and what the target did beyond its ceiling. */
function storyList(story: Story): string {
  const lines = story.findings.map(({ text }) => `- ${plainMarkdown(text)}`);
  return [...lines, ...(story.overload ? [`- ${plainMarkdown(story.overload.text)}`] : [])].join('\n');
}

/** Sentence, plan (query values stay at home), validity with its reasons, verdict against the baseline, the run's story where it is known, figures, each request of several, thresholds, link. */
export function runMarkdown(run: Finished, url: string, story: Story | null = null): string {
  const { plan, validity, baseline, summary } = run;
  const { lead, rest } = verdictPhrase(run);
  const unconnected = summary !== null && isUnconnected(summary);
  const why = validity ? paragraph([...validity.reasons, limitSentence(validity)]) : '';
  const stamp = validity && !unconnected && validityWords[validity.stamp];
  const validityLine = stamp && (why === '' ? stamp : paragraph([asSentence(stamp), why]));
  return markdownBlocks([
    `**${plainMarkdown(`${plan.name}: ${lead} ${rest}`)}**`,
    plainMarkdown(`${requestWords(plan).split('?')[0]} · ${runPlanWords(run)}`),
    validityLine ? plainMarkdown(named(runWords.measurement, validityLine)) : '',
    baseline ? plainMarkdown(named(runWords.againstBaseline, baseline.sentence)) : '',
    story ? storyList(besideLimit(story, validity)) : '',
    summary ? markdownTable([compareWords.metric, thresholdWords.value], figureRows(summary, countedAs(plan)), 1) : '',
    summary ? plainMarkdown(fewSamplesSentence(summary.responseTime.count, countedAs(plan).context ?? 'requests') ?? '') : '',
    summary?.grpc ? figuresTable(callStatusTable(summary.grpc), 1) : '',
    ...(summary ? streamTables(summary).map((table) => figuresTable(table, 1)) : []),
    figuresTable(summary && requestFigures(summary), requestColumns.length),
    figuresTable(summary && regionFigures(summary), 6),
    figuresTable(summary && summary.failed > 0 ? statusTable(summary, countedAs(plan)) : null, 1),
    figuresTable(thresholdFigures(run.thresholds), 2),
    `[${runWords.markdownLink}](${url})`,
  ]);
}
