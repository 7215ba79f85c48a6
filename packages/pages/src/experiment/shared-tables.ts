/** Every variant of a shared experiment with its figures, and every rate that a shared search tried. */
import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { experimentWords, newExperimentWords } from '@plimsoll/wording/en/comparison';
import { experimentsWords } from '@plimsoll/wording/en/experiment';
import { metricWords, validityWords } from '@plimsoll/wording/en/names';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { type CommonDisturbance, commonDisturbance, hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import { ValidityChip } from '../run/run-chips.ts';
import { type Column, DataTable } from '../table/data-table.ts';

type Experiment = SharedExperiment['experiment'];
type Variant = Experiment['variants'][number];
type Try = Experiment['tries'][number];

export function SharedVariants({ experiment }: { experiment: Experiment }): ReactNode {
  const { variants, knee } = experiment;
  const time = timeColumn(variants.map(({ p99Us }) => p99Us));
  const figure = (head: string, cell: (one: Variant) => ReactNode): Column<Variant> => ({
    key: head,
    head,
    numeric: true,
    cardLabel: head,
    cell,
  });
  const remark = (word: string) => h('span', { key: word, className: 'soft small' }, ` · ${word}`);
  return h(DataTable<Variant>, {
    label: experimentWords.list,
    cards: true,
    rows: variants,
    rowKey: ({ name }) => name,
    columns: [
      {
        key: 'variant',
        head: experimentWords.variants,
        inCard: 'wide',
        cell: ({ name }, at) => [
          h('b', { key: 'name' }, name),
          at === 0 && remark(newExperimentWords.base),
          knee?.variant === at && remark(experimentWords.knee),
        ],
      },
      ...(variants[0]?.settings ?? []).map(({ name }, at) => figure(name, ({ settings }) => settings[at]?.value)),
      figure(experimentsWords.progress, ({ runs }) => runs),
      figure(metricWords.throughput, (one) => formatRate(one.throughputPerSecond)),
      figure('p99', ({ p99Us }) => time(p99Us)),
      figure(metricWords.errorRate, ({ errorRate }) => formatShare(errorRate)),
      { key: 'validity', head: experimentWords.validity, cell: ({ validity }) => (validity ? h(ValidityChip, { validity }) : '–') },
    ],
  });
}

/** Good answers a second; all of them in a try that an older version made. */
export function goodAnswers(run: Pick<ExperimentRun, 'goodputPerSecond' | 'throughputPerSecond'>): string {
  return formatRate(run.goodputPerSecond ?? run.throughputPerSecond);
}

interface ResultProps {
  readonly run: Pick<ExperimentRun, 'passed' | 'try'>;
  /** What is said above the table, once for most tries. */
  readonly common: CommonDisturbance | null;
  /** In place of the result of a try that is under way. */
  readonly under?: ReactNode;
}

export function TryResult({ run, common, under }: ResultProps): ReactNode {
  const [held, word] = [hasHeld(run), tryResult(run)];
  if (word === null) return under;
  const [tone, icon] = held === null ? (['warn', 'alert'] as const) : held ? (['good', 'check'] as const) : (['bad', 'cross'] as const);
  const remarks = tryRemarks(run, common);
  return [
    h(Chip, { key: 'result', mark: { tone, icon, word } }),
    remarks.length > 0 && h('div', { key: 'remarks', className: 'small soft' }, remarks.join(', ')),
  ];
}

/** Above the table of tries. */
export function DisturbanceNote({ common }: { common: CommonDisturbance | null }): ReactNode {
  return common && h('p', { className: 'small soft below-title' }, common.sentence);
}

export function SharedTries({ experiment: { tries } }: { experiment: Experiment }): ReactNode {
  const time = timeColumn(tries.map(({ p99Us }) => p99Us));
  const common = commonDisturbance(tries);
  const table = h(DataTable<Try>, {
    label: experimentWords.tried,
    rows: tries,
    rowKey: (_, at) => at,
    columns: [
      { key: 'try', head: experimentWords.try, cell: (_, at) => at + 1 },
      { key: 'rate', head: experimentWords.planned, numeric: true, cell: ({ rate }) => formatRate(rate) },
      { key: 'good', head: experimentWords.good, numeric: true, cell: goodAnswers },
      { key: 'p99', head: 'p99', numeric: true, wideOnly: true, cell: ({ p99Us }) => time(p99Us) },
      { key: 'errors', head: metricWords.errorRate, numeric: true, wideOnly: true, cell: ({ errorRate }) => formatShare(errorRate) },
      { key: 'generator', head: experimentWords.generator, wideOnly: true, cell: ({ stamp }) => stamp && validityWords[stamp] },
      { key: 'held', head: experimentWords.result, cell: (run) => h(TryResult, { run, common, under: '–' }) },
    ],
  });
  return h('div', { className: 'stack' }, h(DisturbanceNote, { common }), table);
}
