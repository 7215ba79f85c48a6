/** An experiment as Markdown, for a pull request: what it found, every variant, every verdict. */

import { isOneLoad } from '@plimsoll/contracts/design';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { claimNotes, claimRows } from '@plimsoll/pages/comparison-rows';
import { markdownBlocks, markdownTable, plainMarkdown } from '@plimsoll/pages/markdown';
import { triesFigures } from '@plimsoll/pages/tries-figures';
import { timeFigures } from '@plimsoll/pages/variant-table';
import { findHeadline, noiseSentence } from '@plimsoll/wording/arm-words';
import { claimsWords } from '@plimsoll/wording/en/claims';
import { compareWords, experimentWords } from '@plimsoll/wording/en/comparison';
import { experimentKindWords, metricWords, verdictWords } from '@plimsoll/wording/en/names';
import { armNames, listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { capital } from '@plimsoll/wording/field-name';
import { levelLimit } from '@plimsoll/wording/level-words';
import { named, paragraph } from '@plimsoll/wording/list';
import { metricChange, metricInterval } from '@plimsoll/wording/metric-figures';
import { type NamedArms, namedVariants, sentenceOfArms } from '@plimsoll/wording/named-arms';
import { powerSentence } from '@plimsoll/wording/power-sentence';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { commonDisturbance, listTries } from '@plimsoll/wording/try-words';
import { isUnderWay } from '../../../api/experiments.ts';
import { sweepFinding } from './sweep-finding.ts';

function triesTable({ runs, search }: Experiment): string {
  const tries = listTries(runs);
  const common = commonDisturbance(tries);
  const { head, rows } = triesFigures(tries, search?.thresholds ?? []);
  return tries.length === 0
    ? ''
    : markdownBlocks([common ? plainMarkdown(common.sentence) : '', markdownTable(head, rows, head.length - 3)]);
}

/** Both claims on each headline metric of each candidate, where they ran at once. */
function claimsTable(arms: NamedArms | null): string {
  const { candidates = [] } = arms ?? {};
  const rows = candidates.flatMap(({ name, arm }) =>
    claimRows(arm.metrics).map(({ label, ...claims }) => [
      candidates.length > 1 ? `${name}: ${label}` : label,
      ...[claims.services, claims.builds].map(({ interval, mark }) => [interval, mark?.word].filter(Boolean).join(', ')),
    ]),
  );
  const notes = new Set(candidates.flatMap(({ arm }) => claimNotes(arm.metrics)));
  if (rows.length === 0) return '';
  return markdownBlocks([
    markdownTable([compareWords.metric, claimsWords.services, claimsWords.builds], rows, 0),
    plainMarkdown(paragraph([...notes])),
  ]);
}

export function experimentMarkdown(experiment: Experiment, url: string): string {
  const { kind, name, variants, comparisons, capacity, levels, noiseFloor, stateReason, design, power, detect } = experiment;
  const names = armNames(experiment);
  const found = variants.map(({ name: variant }, at) => ({ variant, ...listVariantFigures(experiment, at) }));
  const times = timeFigures(found);
  const heldBy = (at: number) => {
    const level = levels.find(({ variant }) => variant === at);
    return level ? levelLimit(level) : '–';
  };
  const judged = levels.length > 0;
  const figures = found.map((one, at) => [
    one.variant,
    formatRate(one.throughput),
    ...times.map(({ cells }) => cells[at] ?? ''),
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
  const swept = kind === 'sweep' ? sweepFinding(experiment) : null;
  const finding = {
    ab: arms && sentenceOfArms(arms),
    aa: noiseSentence(noiseFloor),
    sweep: swept?.lead ?? null,
    capacity: capacity?.sentence ?? null,
  }[kind];
  const head = [
    experimentWords.variants,
    metricWords.throughput,
    ...times.map((one) => one.head),
    metricWords.errorRate,
    ...(judged ? [experimentWords.heldBack] : []),
  ];
  const against = [
    capital(experimentWords.against({ candidate: '', base: names[0] ?? '' }).trim()),
    compareWords.metric,
    compareWords.change,
    compareWords.interval,
    compareWords.verdict,
  ];
  const reason = swept ? paragraph([swept.more, swept.course]) : stateReason;
  return markdownBlocks([
    `**${plainMarkdown(finding ?? name)}**`,
    plainMarkdown(named(experimentKindWords[kind], name)),
    reason && reason !== finding ? plainMarkdown(reason) : '',
    kind === 'capacity' ? triesTable(experiment) : kind === 'aa' ? '' : markdownTable(head, figures, 2 + times.length),
    verdicts.length > 0 && kind !== 'sweep' ? markdownTable(against, verdicts, 0) : '',
    claimsTable(arms),
    power && isOneLoad(design) ? plainMarkdown(powerSentence(power, detect, !isUnderWay(experiment.state))) : '',
    `[${experimentWords.markdownLink}](${url})`,
  ]);
}
