/** A comparison as Markdown, for a pull request. */
import type { ComparisonResult, MetricDelta } from '@plimsoll/contracts/comparison';
import { formatShare } from '../../format/number.ts';
import { t } from '../../i18n/i18n.ts';
import { markdownBlocks, markdownTable, plainMarkdown } from '../markdown.ts';
import { metricChange, metricInterval, metricValue, worstFirst } from './comparison-words.ts';

type Arm = ComparisonResult['base'];

function armLine(label: string, arm: Arm): string {
  const runs = arm.runs.map(({ name, validity }) => {
    if (!validity) return plainMarkdown(name);
    const why = validity.reasons.length > 0 ? `: ${plainMarkdown(validity.reasons.join(' '))}` : '';
    return `${plainMarkdown(name)} (${t(`validity.${validity.stamp}`)}${why})`;
  });
  return `- ${label}: ${runs.join(', ')}`;
}

function cells(metric: MetricDelta): string[] {
  return [
    t(`metric.${metric.metric}`),
    metricValue(metric, metric.base),
    metricValue(metric, metric.candidate),
    metricChange(metric),
    metricInterval(metric) ?? t('compare.noInterval'),
    t(`verdict.${metric.verdict}`),
  ];
}

/** Sentence, arms with their validity, comparability with what differs, verdicts with intervals, noise floor, link. */
export function comparisonMarkdown(result: ComparisonResult, url: string): string {
  const { base, candidate, comparability, metrics, noiseFloor } = result;
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
  return markdownBlocks([
    `**${plainMarkdown(result.sentence)}**`,
    [armLine(t('compare.base'), base), armLine(t('compare.candidate'), candidate)].join('\n'),
    plainMarkdown(`${t(`compare.grade.${comparability.grade}`)} ${comparability.sentence}`),
    differences.join('\n'),
    markdownTable(head, worstFirst(metrics).map(cells), 4),
    plainMarkdown(noiseFloor === null ? t('compare.noiseUnknown') : t('compare.noiseFloor', { share: formatShare(noiseFloor) })),
    `[${t('compare.markdownLink')}](${url})`,
  ]);
}
