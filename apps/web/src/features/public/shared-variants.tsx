/** Every variant of a shared experiment with its figures; of a sweep, also as a map. */
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Heatmap } from '../../charts/heatmap.tsx';
import { ValidityChip } from '../../domain/run/state-chip.tsx';
import runTableStyles from '../../domain/run/table/run-table.module.css';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';

type Experiment = SharedExperiment['experiment'];

export function SharedSweepMap({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const { map, variants, knee } = experiment;
  if (!map) return null;
  const cellOf = (variant: number | null) => {
    if (variant === null) return null;
    const value = variants[variant]?.throughputPerSecond ?? null;
    return {
      value,
      text: value === null ? '–' : formatSignificant(value),
      ...(knee?.variant === variant ? { mark: t('experiment.knee') } : {}),
    };
  };
  const title = t('experiment.mapThroughput');
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
        low={t('experiment.low')}
        high={t('experiment.high')}
      />
    </section>
  );
}

type Variant = Experiment['variants'][number];

export function SharedVariants({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
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
      label={t('experiment.list')}
      cards
      rows={variants}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'variant',
          head: t('experiment.variants'),
          inCard: 'wide',
          cell: ({ name }, at) => (
            <>
              <span className={runTableStyles.runName}>{name}</span>
              {at === 0 && <span className="soft small"> · {t('newExperiment.base')}</span>}
              {knee?.variant === at && <span className="soft small"> · {t('experiment.knee')}</span>}
            </>
          ),
        },
        ...(variants[0]?.settings ?? []).map(({ name }, at) => figure(name, ({ settings }) => settings[at]?.value)),
        figure(t('experiments.progress'), ({ runs }) => runs),
        figure(t('metric.throughput'), (one) => formatRate(one.throughputPerSecond)),
        figure('p99', ({ p99Us }) => time(p99Us)),
        figure(t('metric.errorRate'), ({ errorRate }) => formatShare(errorRate)),
        {
          key: 'validity',
          head: t('experiment.validity'),
          cell: ({ validity }) => (validity ? <ValidityChip validity={validity} /> : '–'),
        },
      ]}
    />
  );
}
