/** An experiment as Markdown, for a pull request: what it found, every variant, every verdict. */

import type { Experiment } from '@plimsoll/contracts/experiment';
import { findHeadline, noiseSentence } from '@plimsoll/wording/arm-words';
import { armNames, listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { levelLimit } from '@plimsoll/wording/level-words';
import { namedVariants, sentenceOfArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { commonDisturbance, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { metricChange, metricInterval } from '../../../domain/comparison/comparison-words.ts';
import { t } from '../../../i18n/i18n.ts';
import { markdownBlocks, markdownTable, plainMarkdown } from '../../../ui/markdown.ts';
import { sweepFinding } from './sweep-finding.ts';

function triesTable({ runs }: Experiment): string {
  const tries = runs.filter((run) => run.rate !== null && run.state !== null);
  const common = commonDisturbance(tries);
  const head = [t('experiment.planned'), t('experiment.good'), t('experiment.generator'), t('experiment.result')];
  const row = (run: Experiment['runs'][number]) => [
    formatRate(run.rate),
    formatRate(run.goodputPerSecond ?? run.throughputPerSecond),
    run.validity ? t(`validity.${run.validity.stamp}`) : '–',
    [tryResult(run) ?? '–', ...tryRemarks(run, common)].join(', '),
  ];
  if (tries.length === 0) return '';
  return markdownBlocks([common ? plainMarkdown(common.sentence) : '', markdownTable(head, tries.map(row), 2)]);
}

export function experimentMarkdown(experiment: Experiment, url: string): string {
  const { kind, name, variants, comparisons, capacity, levels, noiseFloor, stateReason } = experiment;
  const names = armNames(experiment);
  const found = variants.map(({ name: variant }, at) => ({ variant, ...listVariantFigures(experiment, at) }));
  const time = timeColumn(found.map(({ p99Us }) => p99Us));
  const heldBy = (at: number) => {
    const level = levels.find(({ variant }) => variant === at);
    return level ? levelLimit(level) : '–';
  };
  const judged = levels.length > 0;
  const figures = found.map((one, at) => [
    one.variant,
    formatRate(one.throughput),
    time(one.p99Us),
    formatShare(one.errorRate),
    ...(judged ? [heldBy(at)] : []),
  ]);
  const arms = namedVariants(comparisons, names);
  const verdicts = (arms?.candidates ?? []).map((candidate) => {
    const metric = findHeadline(candidate.arm.metrics);
    const figure = metric
      ? [t(`metric.${metric.metric}`), metricChange(metric), metricInterval(metric) ?? t('compare.noInterval')]
      : ['–', '–', '–'];
    return [candidate.name, ...figure, metric ? t(`verdict.${metric.verdict}`) : '–'];
  });
  const finding = {
    ab: arms && sentenceOfArms(arms),
    aa: noiseSentence(noiseFloor),
    sweep: sweepFinding(experiment),
    capacity: capacity?.sentence ?? null,
  }[kind];
  const head = [
    t('experiment.variants'),
    t('metric.throughput'),
    'p99',
    t('metric.errorRate'),
    ...(judged ? [t('experiment.heldBack')] : []),
  ];
  const against = [
    t('experiment.against', { candidate: '', base: names[0] ?? '' }).trim(),
    t('compare.metric'),
    t('compare.change'),
    t('compare.interval'),
    t('compare.verdict'),
  ];
  return markdownBlocks([
    `**${plainMarkdown(finding ?? name)}**`,
    plainMarkdown(`${t(`experimentKind.${kind}`)}: ${name}`),
    stateReason !== null && stateReason !== finding ? plainMarkdown(stateReason) : '',
    kind === 'capacity' ? triesTable(experiment) : kind === 'aa' ? '' : markdownTable(head, figures, 3),
    verdicts.length > 0 && kind !== 'sweep' ? markdownTable(against, verdicts, 0) : '',
    `[${t('experiment.markdownLink')}](${url})`,
  ]);
}
