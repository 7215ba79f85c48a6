/** Every variant of a shared experiment with its figures; of a sweep, also as a map. */
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { ValidityChip } from '@plimsoll/pages/run-chips';
import { experimentWords, newExperimentWords } from '@plimsoll/wording/en/comparison';
import { experimentsWords } from '@plimsoll/wording/en/experiment';
import { metricWords, runFailureWords } from '@plimsoll/wording/en/names';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import type { ReactNode } from 'react';
import { Heatmap } from '../../charts/heatmap.tsx';
import runTableStyles from '../../domain/run/table/run-table.module.css';

type Experiment = SharedExperiment['experiment'];

export function SharedSweepMap({ experiment }: { experiment: Experiment }) {
  const { map, variants, knee } = experiment;
  if (!map) return null;
  const cellOf = (variant: number | null) => {
    if (variant === null) return null;
    const { throughputPerSecond: value = null, errorRate = null } = variants[variant] ?? {};
    const failed = judgeFailedShare(errorRate);
    if (failed === 'all_failed') return { value: null, text: runFailureWords.allFailed, tone: 'bad' as const };
    return {
      value,
      text: value === null ? '–' : formatSignificant(value),
      ...(failed ? { note: experimentWords.errorsIn({ share: formatShare(errorRate) }), tone: 'warn' as const } : {}),
      ...(knee?.variant === variant ? { mark: experimentWords.knee } : {}),
    };
  };
  const title = experimentWords.mapThroughput;
  return (
    <section className="card pad" aria-label={title}>
      <h2 style={{ marginBlockEnd: 8 }}>{title}</h2>
      <Heatmap
        label={title}
        rowTitle={map.rows?.title ?? ''}
        columnTitle={map.columns.title}
        rows={map.rows?.values ?? ['']}
        columns={map.columns.values}
        cells={map.cells.map((row) => row.map(cellOf))}
        low={experimentWords.low}
        high={experimentWords.high}
      />
    </section>
  );
}

type Variant = Experiment['variants'][number];

export function SharedVariants({ experiment }: { experiment: Experiment }) {
  const { variants, knee } = experiment;
  const time = timeColumn(variants.map(({ p99Us }) => p99Us));
  const figure = (head: string, cell: (one: Variant) => ReactNode): Column<Variant> => ({
    key: head,
    head,
    numeric: true,
    cardLabel: head,
    cell,
  });
  return (
    <DataTable
      label={experimentWords.list}
      cards
      rows={variants}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'variant',
          head: experimentWords.variants,
          inCard: 'wide',
          cell: ({ name }, at) => (
            <>
              <span className={runTableStyles.runName}>{name}</span>
              {at === 0 && <span className="soft small"> · {newExperimentWords.base}</span>}
              {knee?.variant === at && <span className="soft small"> · {experimentWords.knee}</span>}
            </>
          ),
        },
        ...(variants[0]?.settings ?? []).map(({ name }, at) => figure(name, ({ settings }) => settings[at]?.value)),
        figure(experimentsWords.progress, ({ runs }) => runs),
        figure(metricWords.throughput, (one) => formatRate(one.throughputPerSecond)),
        figure('p99', ({ p99Us }) => time(p99Us)),
        figure(metricWords.errorRate, ({ errorRate }) => formatShare(errorRate)),
        {
          key: 'validity',
          head: experimentWords.validity,
          cell: ({ validity }) => (validity ? <ValidityChip validity={validity} /> : '–'),
        },
      ]}
    />
  );
}
