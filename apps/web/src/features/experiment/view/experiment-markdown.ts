/** An experiment as Markdown, for a pull request: what it found, every variant, every verdict. */

import type { Experiment } from '@plimsoll/contracts/experiment';
import { findHeadline, noiseSentence } from '@plimsoll/wording/arm-words';
import { compareWords, experimentWords } from '@plimsoll/wording/en/comparison';
import { experimentKindWords, metricWords, validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { armNames, listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { levelLimit } from '@plimsoll/wording/level-words';
import { metricChange, metricInterval } from '@plimsoll/wording/metric-figures';
import { namedVariants, sentenceOfArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { commonDisturbance, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { markdownBlocks, markdownTable, plainMarkdown } from '../../../ui/markdown.ts';
import { sweepFinding } from './sweep-finding.ts';

function triesTable({ runs }: Experiment): string {
  const tries = runs.filter((run) => run.rate !== null && run.state !== null);
  const common = commonDisturbance(tries);
  const head = [experimentWords.planned, experimentWords.good, experimentWords.generator, experimentWords.result];
  const row = (run: Experiment['runs'][number]) => [
    formatRate(run.rate),
    formatRate(run.goodputPerSecond ?? run.throughputPerSecond),
    run.validity ? validityWords[run.validity.stamp] : '–',
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
      ? [metricWords[metric.metric], metricChange(metric), metricInterval(metric) ?? compareWords.noInterval]
      : ['–', '–', '–'];
    return [candidate.name, ...figure, metric ? verdictWords[metric.verdict] : '–'];
  });
  const finding = {
    ab: arms && sentenceOfArms(arms),
    aa: noiseSentence(noiseFloor),
    sweep: sweepFinding(experiment),
    capacity: capacity?.sentence ?? null,
  }[kind];
  const head = [
    experimentWords.variants,
    metricWords.throughput,
    'p99',
    metricWords.errorRate,
    ...(judged ? [experimentWords.heldBack] : []),
  ];
  const against = [
    experimentWords.against({ candidate: '', base: names[0] ?? '' }).trim(),
    compareWords.metric,
    compareWords.change,
    compareWords.interval,
    compareWords.verdict,
  ];
  return markdownBlocks([
    `**${plainMarkdown(finding ?? name)}**`,
    plainMarkdown(`${experimentKindWords[kind]}: ${name}`),
    stateReason !== null && stateReason !== finding ? plainMarkdown(stateReason) : '',
    kind === 'capacity' ? triesTable(experiment) : kind === 'aa' ? '' : markdownTable(head, figures, 3),
    verdicts.length > 0 && kind !== 'sweep' ? markdownTable(against, verdicts, 0) : '',
    `[${experimentWords.markdownLink}](${url})`,
  ]);
}
