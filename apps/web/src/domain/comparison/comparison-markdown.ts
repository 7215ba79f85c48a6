/** A comparison as Markdown, for a pull request. */
import { isOfMessages, isUnfolded } from '@plimsoll/contracts/compared-metric';
import type { Arm, Candidate, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { noiseSentence, requestMetrics, worstRequestsFirst } from '@plimsoll/wording/arm-words';
import { type NamedArms, namedArms, windowSentence } from '@plimsoll/wording/named-arms';
import { errorName, gradeLead } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import '../../i18n/comparison-text.ts';
import { t } from '../../i18n/i18n.ts';
import { markdownBlocks, markdownTable, plainMarkdown } from '../../ui/markdown.ts';
import { metricChange, metricColumn, metricInterval, worstFirst } from './comparison-words.ts';
import { targetRows } from './target-rows.ts';

function armLine(label: string, arm: Arm): string {
  const runs = arm.runs.map(({ name, validity }) => {
    if (!validity) return plainMarkdown(name);
    const why = validity.reasons.length > 0 ? `: ${plainMarkdown(validity.reasons.join(' '))}` : '';
    return `${plainMarkdown(name)} (${t(`validity.${validity.stamp}`)}${why})`;
  });
  return `- ${label}: ${runs.join(', ')}`;
}

function deltaRows(metrics: readonly MetricDelta[]): string[][] {
  const write = metricColumn(metrics);
  return worstFirst(metrics).map((metric) => [
    t(`metric.${metric.metric}`),
    write(metric.metric, metric.base),
    write(metric.metric, metric.candidate),
    metricChange(metric),
    metricInterval(metric) ?? t('compare.noInterval'),
    t(`verdict.${metric.verdict}`),
  ]);
}

function requestRows({ byRequest }: Candidate): string {
  if (byRequest.length === 0) return '';
  const write = metricColumn(byRequest.flatMap(({ metrics }) => metrics));
  const cell = (metric: MetricDelta | undefined) =>
    metric ? `${write(metric.metric, metric.candidate)} (${metricChange(metric)}) ${t(`verdict.${metric.verdict}`)}` : '–';
  const rows = worstRequestsFirst(byRequest).map(({ name, in: where, metrics }) => [
    name,
    ...requestMetrics.map((metric, at) =>
      where === 'both' ? cell(metrics.find((one) => one.metric === metric)) : at === 0 ? t(`requestPlace.${where}`) : '–',
    ),
  ]);
  return markdownTable([t('compare.byRequest'), ...requestMetrics.map((metric) => t(`metric.${metric}`))], rows, 0);
}

function errorLines({ errors }: Candidate): string {
  const count = (times: number, share: number) => (times === 0 ? t('common.none') : `${formatCount(times)} (${formatShare(share)})`);
  return errors
    .map(
      (one) =>
        `- ${plainMarkdown(`${t(`errorChange.${one.change}`)}: ${errorName(one.kind)}, ${count(one.base, one.baseShare)} → ${count(one.candidate, one.candidateShare)}`)}`,
    )
    .join('\n');
}

/** One candidate against the base: comparability with what differs, verdicts with intervals, requests, errors. */
function candidateBlocks(candidate: Candidate): string[] {
  const { comparability, metrics } = candidate;
  const ofMessages = metrics.filter(({ metric }) => isOfMessages(metric));
  const others = metrics.filter(({ metric }) => !isUnfolded(metric) && !isOfMessages(metric));
  const head = [
    t('compare.metric'),
    t('compare.base'),
    t('compare.candidate'),
    t('compare.change'),
    t('compare.interval'),
    t('compare.verdict'),
  ];
  const differences = comparability.differences.map(
    (one) =>
      `- ${plainMarkdown(one.field)}: ${plainMarkdown(one.base ?? t('common.none'))} → ${plainMarkdown(one.candidate ?? t('common.none'))}`,
  );
  return [
    plainMarkdown(`${gradeLead(comparability)} ${comparability.sentence}`.trim()),
    differences.join('\n'),
    markdownTable(head, deltaRows(metrics.filter(({ metric }) => isUnfolded(metric))), 4),
    ofMessages.length > 0 ? markdownTable([t('compare.ofMessages'), ...head.slice(1)], deltaRows(ofMessages), 4) : '',
    others.length > 0 ? markdownTable([t('compare.otherTimes'), ...head.slice(1)], deltaRows(others), 4) : '',
    requestRows(candidate),
    errorLines(candidate),
  ];
}

/** What each arm's target used; nothing where nobody told. */
function targetTable(arms: NamedArms): string {
  const all = [arms.base, ...arms.candidates];
  const rows = targetRows(all.map(({ arm }) => arm));
  if (rows.length === 0) return '';
  return markdownTable(
    [t('compare.target'), ...all.map(({ name }) => name)],
    rows.map(({ name, values }) => [name, ...values]),
    all.length,
  );
}

/** Sentence, arms with their validity, each candidate against the base, noise floor, link. */
export function comparisonMarkdown(comparison: ComparisonResult, url: string): string {
  const named = namedArms(comparison);
  const { base, candidates, noiseFloor } = named;
  const several = candidates.length > 1;
  const lines = [
    armLine(t('compare.base'), base.arm),
    ...candidates.map(({ arm }, at) => armLine(several ? String.fromCharCode(66 + at) : t('compare.candidate'), arm)),
  ];
  const part = windowSentence(comparison);
  return markdownBlocks([
    `**${plainMarkdown(comparison.sentence)}**`,
    part ? plainMarkdown(part) : '',
    lines.join('\n'),
    ...candidates.flatMap(({ name, arm }) => [
      several ? `### ${plainMarkdown(t('experiment.against', { candidate: name, base: base.name }))}` : '',
      ...candidateBlocks(arm),
    ]),
    targetTable(named),
    plainMarkdown(noiseFloor === null ? t('compare.noiseUnknown') : noiseSentence(noiseFloor)),
    `[${t('compare.markdownLink')}](${url})`,
  ]);
}
