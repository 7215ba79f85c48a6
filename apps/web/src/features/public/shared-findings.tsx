import type { SharedExperiment } from '@plimsoll/contracts/share';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Heatmap } from '../../charts/heatmap.tsx';
import { TriesChart } from '../../charts/tries-chart.tsx';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import runTableStyles from '../../domain/run/run-table.module.css';
import { ValidityChip } from '../../domain/run/state-chip.tsx';
import chartCardStyles from '../../ui/chart-card.module.css';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import tileStyles from '../../ui/tile.module.css';
import { PlanRequests, PlanTarget } from './plan-card.tsx';

type Experiment = SharedExperiment['experiment'];

/** What a shared experiment found: its sentence, its map or rate, every variant, every verdict. */
export function SharedFindings({ content }: { content: SharedExperiment }) {
  const { t } = useTranslation();
  const { title, experiment } = content;
  const { kind, sentence, stateReason } = experiment;
  const arms = sharedArms(content);
  const plans = new Map(experiment.variants.map(({ plan }) => [JSON.stringify([plan.url, plan.method, plan.requests]), plan]));
  return (
    <>
      <h1>{sentence}</h1>
      <div className="sub">
        {t(`experimentKind.${kind}`)} · {title}
      </div>
      {[...plans].map(([key, plan]) => (
        <div key={key} className="sub small">
          <PlanTarget plan={plan} />
          <PlanRequests plan={plan} />
        </div>
      ))}
      <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
        {stateReason !== null && <Notice tone="even">{stateReason}</Notice>}
        <Capacity experiment={experiment} />
        <SweepMap experiment={experiment} />
        {kind === 'capacity' ? <Tries experiment={experiment} /> : <Variants experiment={experiment} />}
      </div>
      {arms && <ArmsView arms={arms} noiseSaid={kind === 'aa'} tablesOnly={arms.base.arm.points.length === 0} />}
    </>
  );
}

function Capacity({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const { capacity, thresholds, tries } = experiment;
  if (!capacity) return null;
  const held = tries.filter(({ passed }) => passed === true).length;
  const broke = tries.filter(({ passed }) => passed === false).length;
  return (
    <div className="grid2" style={{ marginBlockStart: 0 }}>
      <section className="card pad" aria-label={t('experiment.capacity')}>
        <div className={tileStyles.tileLabel}>{t('experiment.capacity')}</div>
        <div style={{ fontSize: 40, fontWeight: 650, letterSpacing: '-.03em' }} className="num">
          {capacity.rate === null ? t('experiment.capacityZero') : formatRate(capacity.rate)}
        </div>
        {capacity.interval && (
          <div className="soft num">
            {t('experiment.interval', { low: formatRate(capacity.interval.low), high: formatRate(capacity.interval.high) })}
          </div>
        )}
        <p style={{ marginBlockEnd: 8 }}>
          <Chip tone={capacity.confirmed ? 'good' : 'warn'} icon={capacity.confirmed ? IconCheck : IconQuestionMark}>
            {t(capacity.confirmed ? 'experiment.confirmed' : 'experiment.unconfirmed')}
          </Chip>
        </p>
        <ul className="parts">
          {thresholds.map((threshold) => (
            <li key={threshold}>
              <code>{threshold}</code>
            </li>
          ))}
        </ul>
      </section>
      <section className="card pad" aria-label={t('experiment.tried')}>
        <TriesChart
          tries={tries.map((one, at) => ({ rate: one.rate, passed: one.passed, title: `${at + 1}: ${formatRate(one.rate)}` }))}
          interval={capacity.interval}
          found={capacity.rate}
          format={formatShortCount}
          label={t('experiment.triedSummary', { held, broke })}
        />
        <div className={chartCardStyles.chartFoot}>{t('experiment.triedSummary', { held, broke })}</div>
      </section>
    </div>
  );
}

function SweepMap({ experiment }: { experiment: Experiment }) {
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

function Variants({ experiment }: { experiment: Experiment }) {
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

function Tries({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const { tries } = experiment;
  const time = timeColumn(tries.map(({ p99Us }) => p99Us));
  return (
    <DataTable
      label={t('experiment.tried')}
      rows={tries}
      rowKey={(_, at) => at}
      columns={[
        { key: 'try', head: t('experiment.try'), cell: (_, at) => at + 1 },
        { key: 'rate', head: t('experiment.rate'), numeric: true, cell: ({ rate }) => formatRate(rate) },
        { key: 'throughput', head: t('metric.throughput'), numeric: true, cell: (one) => formatRate(one.throughputPerSecond) },
        { key: 'p99', head: 'p99', numeric: true, cell: ({ p99Us }) => time(p99Us) },
        { key: 'errors', head: t('metric.errorRate'), numeric: true, cell: ({ errorRate }) => formatShare(errorRate) },
        {
          key: 'held',
          head: t('experiment.thresholds'),
          cell: ({ passed }) =>
            passed !== null && (
              <Chip tone={passed ? 'good' : 'bad'} icon={passed ? IconCheck : IconX}>
                {t(passed ? 'experiment.held' : 'experiment.broke')}
              </Chip>
            ),
        },
      ]}
    />
  );
}
