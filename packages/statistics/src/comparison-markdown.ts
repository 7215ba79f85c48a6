/** A comparison as Markdown, for a pull request. */
import type { ComparisonResult, MetricDelta, Verdict } from '@plimsoll/contracts/comparison';
import { changeText, metricLabels, metricText } from './verdict.ts';
import { percent } from './wording.ts';

const words: Readonly<Record<Verdict, string>> = {
  better: '✅ better',
  worse: '❌ worse',
  no_difference: '➖ no difference',
  not_enough_evidence: '❔ not enough evidence',
};

/** Text inside a table cell or a sentence: what a name holds must not become markup. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#~]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
}

function row(metric: MetricDelta): string {
  const change = metric.deltaRelative === null ? '–' : changeText(metric.metric, metric.deltaRelative);
  const { interval } = metric;
  const range = interval ? `${changeText(metric.metric, interval.low)} … ${changeText(metric.metric, interval.high)}` : '–';
  const cells = [
    metricLabels[metric.metric],
    metricText(metric.metric, metric.base),
    metricText(metric.metric, metric.candidate),
    change,
    range,
    words[metric.verdict],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** `url` is where the comparison can be seen, if anywhere. */
export function comparisonMarkdown(result: ComparisonResult, options: { readonly title?: string; readonly url?: string } = {}): string {
  const { base, candidate, comparability, noiseFloor } = result;
  const name = (arm: ComparisonResult['base']) =>
    `${plain(arm.runs[0]?.name ?? '')}${arm.runs.length > 1 ? ` (${arm.runs.length} runs)` : ''}`;
  const floor = noiseFloor === null ? 'Run-to-run noise was not measured.' : `This setup cannot see changes under ${percent(noiseFloor)}.`;
  return [
    `### ${plain(options.title ?? `${base.runs[0]?.name ?? 'base'} vs ${candidate.runs[0]?.name ?? 'candidate'}`)}`,
    '',
    `**${plain(result.sentence)}**`,
    '',
    `Base: ${name(base)} · candidate: ${name(candidate)}. ${plain(comparability.sentence)} ${floor}`,
    '',
    '| metric | base | candidate | Δ | 95 % interval | verdict |',
    '|---|---:|---:|---:|---:|---|',
    ...result.metrics.map(row),
    ...(comparability.differences.length > 0
      ? ['', ...comparability.differences.map((d) => `- ${plain(d.field)}: ${plain(d.base ?? '–')} → ${plain(d.candidate ?? '–')}`)]
      : []),
    ...(options.url ? ['', `[Full comparison](${encodeURI(options.url)})`] : []),
    '',
  ].join('\n');
}
