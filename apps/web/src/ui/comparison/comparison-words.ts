/** A comparison in words and as Markdown. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { metricChange, metricValue, worstFirst } from '@plimsoll/contracts/metric-figures';
import { t } from '../../i18n/i18n.ts';

export { metricChange, metricValue, worstFirst } from '@plimsoll/contracts/metric-figures';

/** Half-width of the interval axis: wide enough for most rows, at most a doubling. */
export function reachOf(result: ComparisonResult): number {
  const ends = result.metrics.flatMap(({ interval, deltaRelative }) =>
    interval ? [Math.abs(interval.low), Math.abs(interval.high)] : [Math.abs(deltaRelative ?? 0)],
  );
  return Math.min(1, Math.max(result.minimumEffect * 3, ...ends) * 1.1);
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ').replaceAll('|', '\\|');

export function toMarkdown(result: ComparisonResult, url: string): string {
  const name = (arm: ComparisonResult['base']) => arm.runs.map((run) => run.name).join(', ');
  const rows = worstFirst(result.metrics).map((metric) => {
    const interval = metric.interval ? `${metricChange(metric, metric.interval.low)} … ${metricChange(metric, metric.interval.high)}` : '–';
    const cells = [
      t(`metric.${metric.metric}`),
      metricValue(metric, metric.base),
      metricValue(metric, metric.candidate),
      metricChange(metric),
      interval,
      t(`verdict.${metric.verdict}`),
    ];
    return `| ${cells.map(plain).join(' | ')} |`;
  });
  return [
    `**${plain(result.sentence)}**`,
    '',
    `${t('compare.base')}: ${plain(name(result.base))} · ${t('compare.candidate')}: ${plain(name(result.candidate))}`,
    plain(result.comparability.sentence),
    '',
    `| ${[t('compare.metric'), t('compare.base'), t('compare.candidate'), t('compare.change'), t('compare.interval'), t('compare.verdict')].join(' | ')} |`,
    '|---|---:|---:|---:|---|---|',
    ...rows,
    '',
    url,
  ].join('\n');
}
