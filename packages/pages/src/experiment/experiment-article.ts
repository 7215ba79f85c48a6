/** A shared experiment, wherever it is read: its sentence, its map or rate, every variant, every verdict. */
import { onlyCountsRuns } from '@plimsoll/contracts/experiment-remark';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { experimentsWords } from '@plimsoll/wording/en/experiment';
import { experimentKindWords } from '@plimsoll/wording/en/names';
import { listVariantTimes } from '@plimsoll/wording/experiment-figures';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { powerSentence } from '@plimsoll/wording/power-sentence';
import { createElement as h, type ReactNode } from 'react';
import { ArmTables } from '../comparison/arm-tables.ts';
import { ClosingInterval } from '../comparison/closing-interval.ts';
import { Notice } from '../notice.ts';
import { PlanLine } from '../run/plan-target.ts';
import { ValidityChip } from '../run/run-chips.ts';
import { CapacityPart } from './capacity-part.ts';
import { SweepMap } from './sweep-map.ts';
import { TriesTable } from './tries-table.ts';
import { figureColumn, VariantTable } from './variant-table.ts';

interface Props {
  readonly content: SharedExperiment;
  /** The tries of a search; a page without a script leaves it out. */
  readonly picture?: ReactNode;
  /** The tables of what is compared and what a script adds to them; the tables alone where absent. */
  readonly children?: ReactNode;
}

export function ExperimentArticle({ content, picture, children }: Props): ReactNode {
  const { title, experiment } = content;
  const { kind, sentence, stateReason, remarks, variants, power } = experiment;
  const arms = sharedArms(content);
  // The plans that all variants have in common are said once.
  const plans = new Map(variants.map(({ name, plan }) => [JSON.stringify([plan.url, plan.method, plan.requests]), { name, plan }]));
  return h(
    'article',
    { className: 'article' },
    h('h1', null, sentence),
    h('div', { className: 'sub' }, `${experimentKindWords[kind]} · ${title}`),
    [...plans].map(([key, { name, plan }]) =>
      h('div', { key }, plans.size > 1 && h('b', null, name), h(PlanLine, { plan, loadSaid: false })),
    ),
    stateReason !== null && !onlyCountsRuns(remarks) && h(Notice, { tone: 'even' }, stateReason),
    h('div', { className: 'stack' }, h(ExperimentFinding, { experiment, picture, whole: true })),
    power && h('p', { className: 'small soft' }, powerSentence(power, power.detect, true)),
    h(ExperimentCourse, { experiment }),
    arms && (children ?? h(ArmTables, { arms, noiseSaid: kind === 'aa' })),
  );
}

/** How the interval of each candidate closed in; nothing where that is not known. */
export function ExperimentCourse({ experiment: { course, arms } }: Pick<FindingProps, 'experiment'>): ReactNode {
  if (!course) return null;
  const { items, detect, seconds } = course;
  return h(
    'div',
    { className: 'stack' },
    items.map(({ variant, of, points }) => {
      const name = arms.length > 2 ? arms[variant] : undefined;
      return h(ClosingInterval, { key: variant, points, of, detect, plannedSeconds: seconds, arm: variant, name });
    }),
  );
}

interface FindingProps extends Pick<Props, 'picture'> {
  readonly experiment: SharedExperiment['experiment'];
  /** The figures of each variant, too, below a map. */
  readonly whole: boolean;
}

/** The rate of a search with every try; the map of a sweep; else every variant. */
export function ExperimentFinding({ experiment, picture, whole }: FindingProps): ReactNode {
  const { capacity, thresholds, tries, map, kind, sentence } = experiment;
  if (kind === 'capacity')
    return h(
      CapacityPart,
      { capacity, thresholds, said: sentence, picture },
      h(TriesTable<(typeof tries)[number]>, { tries, limits: thresholds }),
    );
  const variants = experiment.variants.map((one, at) => ({
    ...one,
    throughput: one.throughputPerSecond,
    times: listVariantTimes(experiment, at, one.p99Us),
  }));
  const knee = experiment.knee?.variant ?? null;
  type Row = (typeof variants)[number];
  const table = h(VariantTable<Row>, {
    variants,
    knee,
    settings: [
      ...(variants[0]?.settings ?? []).flatMap(({ name }, at) =>
        variants.every((one) => isNamed(one, at)) ? [] : [figureColumn<Row>(name, ({ settings }) => settings[at]?.value)],
      ),
      figureColumn<Row>(experimentsWords.progress, ({ runs }) => runs),
    ],
    judgements: [
      { key: 'validity', head: experimentWords.validity, cell: ({ validity }) => (validity ? h(ValidityChip, { validity }) : '–') },
    ],
  });
  return [
    map && h(SweepMap, { key: 'map', map, variants, knee, said: experiment.sentence }),
    (whole || !map) && h('div', { key: 'table' }, table),
  ];
}

/** Does its name say its value of this setting? `4 connections`, `200/s`. */
function isNamed({ name, settings }: SharedExperiment['experiment']['variants'][number], at: number): boolean {
  const { value = '' } = settings[at] ?? {};
  return name === value || name.split(/[\s,/]+/).includes(value);
}
