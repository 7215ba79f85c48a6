/** The content of a shared experiment: variants, verdicts, the map of a sweep, the rates of a search; of public fields like every share. */

import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { isOneLoad, secondsOfLoad } from '@plimsoll/contracts/design';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { ExperimentCourse } from '@plimsoll/contracts/foreseen-power';
import { showPublic } from '@plimsoll/contracts/public';
import { readSetting, type SettingName, settingNames } from '@plimsoll/contracts/setting';
import { type Hideable, type SharedContent, type SharedExperiment, sharedExperimentSchema } from '@plimsoll/contracts/share';
import type { Validity } from '@plimsoll/contracts/validity';
import { worstValidity } from '@plimsoll/contracts/validity';
import { distinctNames } from '@plimsoll/wording/arm-words';
import { settingWords } from '@plimsoll/wording/en/names';
import { armNames, listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { maskedVariant, remarkSentence, remarksSentence } from '@plimsoll/wording/experiment-sentence';
import { letter } from '@plimsoll/wording/letter';
import { sharedSentence } from '@plimsoll/wording/say-share';
import { isWord, settingValue } from '@plimsoll/wording/setting-value';
import { sweepAxes } from '@plimsoll/wording/sweep-axes';
import { listTries } from '@plimsoll/wording/try-words';
import { sharedResult } from './share-content.ts';
import { buildRedaction, type Redaction } from './share-redaction.ts';

type Variants = Experiment['variants'];
type Shared = SharedExperiment['experiment'];

function completedRuns({ runs }: Experiment, variant: number): Experiment['runs'] {
  return runs.filter((run) => run.variant === variant && run.state === 'completed');
}

/** A number behind what redaction made the same. */
function apart(values: readonly string[]): string[] {
  return values.map((value, at) => (values.filter((other) => other === value).length > 1 ? `${value} #${at + 1}` : value));
}

/** The values of one setting as people read them, in their order; those that are words of ours are said when they are read. */
function shownValues(setting: SettingName, values: readonly string[], redaction: Redaction): string[] {
  if (isWord(setting)) return [...values];
  const masked = (value: string) => (setting === 'url' && URL.canParse(value) ? redaction.url(value) : value);
  return apart(values.map((value) => settingValue(setting, masked(value))));
}

/** The differences between the variants, one list a variant. */
function variedSettings(variants: Variants, redaction: Redaction): Shared['variants'][number]['settings'][] {
  const varied = settingNames
    .map((setting) => ({ setting, values: [...new Set(variants.map(({ plan }) => readSetting(plan, setting)))] }))
    .filter(({ values }) => values.length > 1)
    .map(({ setting, values }) => ({ setting, values, shown: shownValues(setting, values, redaction) }));
  return variants.map(({ plan }) =>
    varied.map(({ setting, values, shown }) => ({
      name: settingWords[setting],
      value: shown[values.indexOf(readSetting(plan, setting))] ?? '',
      setting,
    })),
  );
}

/** Each candidate's base is the same: its charts stand in the first result alone. */
function lean(result: ComparisonResult, at: number): ComparisonResult {
  return at === 0 ? result : { ...result, base: { ...result.base, points: [], curve: { responseTime: [], serviceTime: [] } } };
}

const { shape } = sharedExperimentSchema.shape.experiment;

function worstStamp(experiment: Experiment, variant: number): Validity | null {
  return worstValidity(completedRuns(experiment, variant).map(({ validity }) => validity));
}

/** The remarks that the finding does not say itself: that of an end that went well repeats it. */
function remarksBeside(sentence: string, remarks: Shared['remarks']): Shared['remarks'] {
  return remarks.flatMap((remark): Shared['remarks'] => {
    if (remark.kind !== 'legacy') return sentence.includes(remarkSentence(remark)) ? [] : [remark];
    const text = remark.text.replace(sentence, '').trim();
    return text === '' ? [] : [{ ...remark, text }];
  });
}

/** The intervals that closed in, of those that did. */
function shownCourse(experiment: Experiment, course: ExperimentCourse | null, redaction: Redaction): Shared['course'] {
  const items = (course?.items ?? []).filter(({ points }) => points.length > 0);
  if (items.length === 0) return null;
  return showPublic(shape.course, { detect: experiment.detect, seconds: secondsOfLoad(experiment, true), items }, redaction);
}

/** `course`: null where its runs were no pairs, or their seconds are gone. */
export function shareExperiment(experiment: Experiment, hide: readonly Hideable[], course: ExperimentCourse | null): SharedContent {
  const { variants, kind } = experiment;
  const instead = variants.map((_, at) => maskedVariant(letter(at)));
  const longEnough = variants.flatMap(({ name }, at): [string, string][] => (name.length > 2 ? [[name, instead[at] ?? '']] : []));
  const redaction = buildRedaction(
    variants.map(({ plan }) => plan),
    hide,
    { names: longEnough },
  );
  const names = distinctNames(variants.map(({ name }, at) => (redaction.hidden.has('name') ? (instead[at] ?? '') : redaction.text(name))));
  const figures = variants.map((_, variant) => listVariantFigures(experiment, variant));
  const settings = variedSettings(variants, redaction);
  const shared: Omit<Shared, 'sentence'> = {
    kind,
    state: experiment.state,
    stateReason: experiment.stateReason === null ? null : redaction.text(experiment.stateReason),
    remarks: showPublic(shape.remarks, experiment.remarks, redaction),
    createdAt: experiment.createdAt,
    endedAt: experiment.endedAt,
    variants: variants.map(({ plan }, variant) => ({
      name: names[variant] ?? '',
      plan: redaction.plan(plan, plan.tags),
      settings: settings[variant] ?? [],
      runs: completedRuns(experiment, variant).length,
      validity: showPublic(shape.variants.element.shape.validity, worstStamp(experiment, variant), redaction),
      throughputPerSecond: figures[variant]?.throughput ?? null,
      p99Us: figures[variant]?.p99Us ?? null,
      errorRate: figures[variant]?.errorRate ?? null,
      tokensPerSecond: figures[variant]?.tokensPerSecond ?? null,
      ttftP95Us: figures[variant]?.ttftP95Us ?? null,
      itlP95Us: figures[variant]?.itlP95Us ?? null,
    })),
    arms: kind === 'aa' ? armNames(experiment) : names,
    comparisons: experiment.comparisons.map(({ variant, result }, at) => ({ variant, result: lean(sharedResult(result, redaction), at) })),
    noiseFloor: experiment.noiseFloor,
    power: experiment.power && isOneLoad(experiment.design) ? { ...experiment.power, detect: experiment.detect } : null,
    course: shownCourse(experiment, course, redaction),
    map: kind === 'sweep' ? sweepAxes(variants, (setting, values) => shownValues(setting, values, redaction)) : null,
    levels: showPublic(shape.levels, experiment.levels, redaction),
    knee: showPublic(shape.knee, experiment.knee, redaction),
    thresholds: (experiment.search?.thresholds ?? []).map(redaction.text),
    capacity: showPublic(shape.capacity, experiment.capacity, redaction),
    tries: showPublic(shape.tries, listTries(experiment.runs), redaction),
  };
  const sentence = sharedSentence(shared);
  const remarks = remarksBeside(sentence, shared.remarks);
  return {
    kind: 'experiment',
    title: redaction.name(experiment.name),
    experiment: { ...shared, sentence, remarks, stateReason: remarks.length > 0 ? remarksSentence(remarks) : null },
  };
}
