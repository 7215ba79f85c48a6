/** A finished run as Markdown, for a pull request. */
import { limitSentence } from '@plimsoll/wording/names';
import '../../i18n/calls-text.ts';
import '../../i18n/run-text.ts';
import '../../i18n/comparison-text.ts';
import type { Run, Summary } from '@plimsoll/contracts/run';
import { tellsMessages } from '@plimsoll/contracts/sample';
import { listStatuses } from '@plimsoll/contracts/status-rows';
import type { Story } from '@plimsoll/contracts/story';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { fewSamplesSentence } from '@plimsoll/wording/few-samples-sentence';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { requestWords } from '@plimsoll/wording/request-words';
import { formatShare } from '@plimsoll/wording/share';
import { nameStatus } from '@plimsoll/wording/statuses';
import { thresholdFigure } from '@plimsoll/wording/threshold-figure';
import { formatClock, formatUs, timeColumn } from '@plimsoll/wording/time';
import { t } from '../../i18n/i18n.ts';
import { markdownBlocks, markdownTable, plainMarkdown } from '../../ui/markdown.ts';
import { listCallStatuses, takenTimes } from './calls/message-rows.ts';
import { type CountedAs, countedAs } from './counted-as.ts';
import { planWords, verdictWords } from './run-words.ts';
import { timesList } from './table/run-rows.ts';
import { timeName } from './time-name.ts';

type Finished = Pick<Run, 'plan' | 'state' | 'stateReason' | 'summary' | 'thresholds' | 'validity' | 'baseline'>;

function figureRows(summary: Summary, counted: CountedAs): string[][] {
  const { p50Us, p95Us, p99Us, p999Us } = summary.responseTime;
  const time = timeColumn([p50Us, p95Us, p99Us, p999Us]);
  const { goodputPerSecond, droppedShare, failedTime } = summary;
  return [
    [t('tile.throughput'), formatRate(summary.throughputPerSecond)],
    ...(summary.failed > 0 && goodputPerSecond !== null ? [[t('metric.goodput'), formatRate(goodputPerSecond)]] : []),
    ...(droppedShare ? [[t('metric.droppedShare'), formatShare(droppedShare)]] : []),
    ...(failedTime.count > 0 ? [[`${t('time.failedTime')} p50`, formatUs(failedTime.p50Us)]] : []),
    ['p50', time(p50Us)],
    ['p95', time(p95Us)],
    ['p99', time(p99Us)],
    ['p99.9', time(p999Us)],
    [t('tile.errors'), formatShare(summary.errorRate)],
    [t('compare.requests', counted), formatCount(summary.requests)],
    [t('tile.opened'), formatCount(summary.connections.opened)],
  ];
}

function thresholdRows({ thresholds }: Finished): string[][] {
  return thresholds.map(({ expression, value, passed }) => {
    const threshold = parseThreshold(expression);
    return [
      expression,
      'error' in threshold ? '–' : thresholdFigure(threshold.metric, value),
      t(passed ? 'threshold.passed' : 'threshold.failed'),
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

const statusHead = () => [t('statuses.status'), t('statuses.count'), t('statuses.share'), t('statuses.first'), t('statuses.last')];

function statusRows(summary: Summary): string[][] {
  const second = (value: number | null) => (value === null ? '–' : formatClock(value));
  return listStatuses(summary).map(({ status, count, share, first, last }) => {
    return [nameStatus(status), formatCount(count), formatShare(share), second(first), second(last)];
  });
}

/** What only calls of gRPC have. */
function callBlocks({ grpc, durationMs }: Summary): string[] {
  if (!grpc) return [];
  const { sent, received } = grpc.messages;
  const perSecond = (count: number) => (durationMs > 0 ? formatRate((count * 1000) / durationMs) : '–');
  const taken = takenTimes(grpc);
  const lists = taken.map(([, times]) => timesList(times));
  const written = lists.map((list) => timeColumn(list.map(([, us]) => us)));
  const times = (lists[0] ?? []).map(([name], row) => [name, ...lists.map((list, at) => written[at]?.(list[row]?.[1]) ?? '–')]);
  return [
    markdownTable(
      [t('calls.statuses'), t('calls.count'), t('calls.share')],
      listCallStatuses(grpc).map(({ status, count, share }) => [status, formatCount(count), formatShare(share)]),
      1,
    ),
    tellsMessages(grpc)
      ? markdownTable(
          [t('calls.messages'), t('calls.sent'), t('calls.received')],
          [
            [t('calls.all'), formatCount(sent), formatCount(received)],
            [t('calls.perSecond'), perSecond(sent), perSecond(received)],
          ],
          1,
        )
      : '',
    times.length > 0 ? markdownTable([t('calls.times'), ...taken.map(([name]) => timeName(name))], times, 1) : '',
  ];
}

/** One line a finding, and what the target did beyond its ceiling. */
function storyList(story: Story): string {
  const lines = story.findings.map(({ text }) => `- ${plainMarkdown(text)}`);
  return [...lines, ...(story.overload ? [`- ${plainMarkdown(story.overload.text)}`] : [])].join('\n');
}

/** Sentence, plan (query values stay at home), validity with its reasons, verdict against the baseline, the run's story where it is known, figures, each request of several, thresholds, link. */
export function runMarkdown(run: Finished, url: string, story: Story | null = null): string {
  const { plan, validity, baseline, summary } = run;
  const { lead, rest } = verdictWords(run);
  const validityLine =
    validity && [t(`validity.${validity.stamp}`), ...validity.reasons, limitSentence(validity) ?? []].flat().join('. ').replace('..', '.');
  const thresholds = thresholdRows(run);
  const requests = summary ? requestRows(summary) : [];
  const statuses = summary && summary.failed > 0 ? statusRows(summary) : [];
  return markdownBlocks([
    `**${plainMarkdown(`${plan.name}: ${lead} ${rest}`)}**`,
    plainMarkdown(`${requestWords(plan).split('?')[0]} · ${planWords(plan)}`),
    validityLine ? plainMarkdown(`${t('run.measurement')}: ${validityLine}`) : '',
    baseline ? plainMarkdown(`${t('run.againstBaseline')}: ${t(`verdict.${baseline.verdict}`)}. ${baseline.sentence}`) : '',
    story ? storyList(story) : '',
    summary ? markdownTable([t('compare.metric'), t('threshold.value')], figureRows(summary, countedAs(plan)), 1) : '',
    summary ? (fewSamplesSentence(summary.responseTime.count, countedAs(plan).context ?? 'requests') ?? '') : '',
    ...(summary ? callBlocks(summary) : []),
    requests.length > 0 ? markdownTable([t('requests.name'), t('tile.throughput'), t('tile.errors'), 'p50', 'p99'], requests, 4) : '',
    statuses.length > 0 ? markdownTable(statusHead(), statuses, 1) : '',
    thresholds.length > 0 ? markdownTable([t('threshold.threshold'), t('threshold.value'), t('threshold.verdict')], thresholds, 1) : '',
    `[${t('run.markdownLink')}](${url})`,
  ]);
}
