/** A finished run as Markdown, for a pull request. */
import { isUnconnected, judgeFailure } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import type { Story } from '@plimsoll/contracts/story';
import { besideLimit } from '@plimsoll/contracts/story-marks';
import type { Summary } from '@plimsoll/contracts/summary';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { callTables } from '@plimsoll/pages/call-tables';
import { type CountedAs, countedAs } from '@plimsoll/pages/counted-as';
import type { Figures } from '@plimsoll/pages/figure-table';
import { statusTable } from '@plimsoll/pages/run-tables';
import { planWords, verdictPhrase } from '@plimsoll/pages/run-words';
import { thresholdWords } from '@plimsoll/wording/en/chart';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricWords, timeWords, validityWords } from '@plimsoll/wording/en/names';
import { requestsWords, runWords, tileWords } from '@plimsoll/wording/en/run';
import { fewSamplesSentence } from '@plimsoll/wording/few-samples-sentence';
import { limitSentence } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { requestWords } from '@plimsoll/wording/request-words';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeColumn } from '@plimsoll/wording/time';
import { unitFigure } from '@plimsoll/wording/unit-figure';
import { markdownBlocks, markdownTable, plainMarkdown } from '../../ui/markdown.ts';

type Finished = Pick<Run, 'plan' | 'state' | 'stateReason' | 'summary' | 'thresholds' | 'validity' | 'baseline'>;

function figureRows(summary: Summary, counted: CountedAs): string[][] {
  const { p50Us, p95Us, p99Us, p999Us } = summary.responseTime;
  const time = timeColumn([p50Us, p95Us, p99Us, p999Us]);
  const { goodputPerSecond, droppedShare, failedTime } = summary;
  const timed = (name: string, us: number | null) => (us === null ? [] : [[name, time(us)]]);
  const throughput = measuredThroughput(summary);
  const finished = throughput === null ? [] : [[tileWords.throughput, formatRate(throughput)]];
  const good = summary.failed > 0 && goodputPerSecond !== null ? [[metricWords.goodput, formatRate(goodputPerSecond)]] : [];
  return [
    ...(judgeFailure(summary) ? [...good, ...finished] : [...finished, ...good]),
    ...(droppedShare ? [[metricWords.droppedShare, formatShare(droppedShare)]] : []),
    ...(failedTime.count > 0 ? [[`${timeWords.failedTime} p50`, formatUs(failedTime.p50Us)]] : []),
    ...timed('p50', p50Us),
    ...timed('p95', p95Us),
    ...timed('p99', p99Us),
    ...timed('p99.9', p999Us),
    [tileWords.errors, formatShare(summary.errorRate)],
    [compareWords.requests(counted), formatCount(summary.requests)],
    [tileWords.opened, formatCount(summary.connections.opened)],
  ];
}

function thresholdRows({ thresholds }: Finished): string[][] {
  return thresholds.map(({ expression, value, passed }) => {
    const threshold = parseThreshold(expression);
    return [
      expression,
      'error' in threshold ? '–' : unitFigure(threshold.unit, value),
      passed ? thresholdWords.passed : thresholdWords.failed,
    ];
  });
}

function requestRows(summary: Summary): string[][] {
  const p50 = timeColumn(summary.byRequest.map((one) => one.responseTime.p50Us));
  const p99 = timeColumn(summary.byRequest.map((one) => one.responseTime.p99Us));
  return summary.byRequest.map((one) => [
    one.name,
    formatRate(one.throughputPerSecond),
    formatShare(one.errorRate),
    p50(one.responseTime.p50Us),
    p99(one.responseTime.p99Us),
  ]);
}

const figuresTable = ({ head, rows }: Figures) =>
  markdownTable(
    [...head],
    rows.map((row) => [...row]),
    1,
  );

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
  const validityLine =
    validity &&
    !unconnected &&
    [validityWords[validity.stamp], ...validity.reasons, limitSentence(validity) ?? []].flat().join('. ').replace('..', '.');
  const thresholds = thresholdRows(run);
  const requests = summary ? requestRows(summary) : [];
  const statuses = summary && summary.failed > 0 ? statusTable(summary) : null;
  return markdownBlocks([
    `**${plainMarkdown(`${plan.name}: ${lead} ${rest}`)}**`,
    plainMarkdown(`${requestWords(plan).split('?')[0]} · ${planWords(plan)}`),
    validityLine ? plainMarkdown(`${runWords.measurement}: ${validityLine}`) : '',
    baseline ? plainMarkdown(`${runWords.againstBaseline}: ${baseline.sentence}`) : '',
    story ? storyList(besideLimit(story, validity)) : '',
    summary ? markdownTable([compareWords.metric, thresholdWords.value], figureRows(summary, countedAs(plan)), 1) : '',
    summary ? (fewSamplesSentence(summary.responseTime.count, countedAs(plan).context ?? 'requests') ?? '') : '',
    ...(summary ? callTables(summary).map(figuresTable) : []),
    requests.length > 0 ? markdownTable([requestsWords.name, tileWords.throughput, tileWords.errors, 'p50', 'p99'], requests, 4) : '',
    statuses && statuses.rows.length > 0 ? figuresTable(statuses) : '',
    thresholds.length > 0 ? markdownTable([thresholdWords.threshold, thresholdWords.value, thresholdWords.verdict], thresholds, 1) : '',
    `[${runWords.markdownLink}](${url})`,
  ]);
}
