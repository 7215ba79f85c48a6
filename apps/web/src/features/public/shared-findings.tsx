import type { SharedExperiment } from '@plimsoll/contracts/share';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Heatmap } from '../../charts/heatmap.tsx';
import { TriesChart } from '../../charts/tries-chart.tsx';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { ValidityChip } from '../../domain/run/state-chip.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
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
        <div className="tile-label">{t('experiment.capacity')}</div>
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
        <div className="chart-foot">{t('experiment.triedSummary', { held, broke })}</div>
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

function Variants({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const { variants, knee } = experiment;
  const unit = timeUnit(variants.map(({ p99Us }) => p99Us));
  const settings = variants[0]?.settings.map(({ name }) => name) ?? [];
  const heads = [...settings, t('experiments.progress'), t('metric.throughput'), 'p99', t('metric.errorRate')];
  return (
    <ScrollBox label={t('experiment.list')}>
      <table className="table run-table" aria-label={t('experiment.list')}>
        <thead>
          <tr>
            <th scope="col">{t('experiment.variants')}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="n">
                {head}
              </th>
            ))}
            <th scope="col">{t('experiment.validity')}</th>
          </tr>
        </thead>
        <tbody>
          {variants.map((one, at) => (
            <tr key={one.name}>
              <td className="wide">
                <span className="run-name">{one.name}</span>
                {at === 0 && <span className="soft small"> · {t('newExperiment.base')}</span>}
                {knee?.variant === at && <span className="soft small"> · {t('experiment.knee')}</span>}
              </td>
              {one.settings.map(({ name, value }) => (
                <td key={name} className="n" data-label={name}>
                  {value}
                </td>
              ))}
              {[String(one.runs), formatRate(one.throughputPerSecond), formatUs(one.p99Us, unit), formatShare(one.errorRate)].map(
                (figure, index) => (
                  <td key={heads[settings.length + index]} className="n" data-label={heads[settings.length + index]}>
                    {figure}
                  </td>
                ),
              )}
              <td>{one.validity ? <ValidityChip validity={one.validity} /> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Tries({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const { tries } = experiment;
  const unit = timeUnit(tries.map(({ p99Us }) => p99Us));
  const heads = [t('experiment.rate'), t('metric.throughput'), 'p99', t('metric.errorRate')];
  return (
    <ScrollBox label={t('experiment.tried')}>
      <table className="table" aria-label={t('experiment.tried')}>
        <thead>
          <tr>
            <th scope="col">{t('experiment.try')}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="n">
                {head}
              </th>
            ))}
            <th scope="col">{t('experiment.thresholds')}</th>
          </tr>
        </thead>
        <tbody>
          {tries.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a try is its place in the order
            <tr key={at}>
              <td>{at + 1}</td>
              <td className="n">{formatRate(one.rate)}</td>
              <td className="n">{formatRate(one.throughputPerSecond)}</td>
              <td className="n">{formatUs(one.p99Us, unit)}</td>
              <td className="n">{formatShare(one.errorRate)}</td>
              <td>
                {one.passed !== null && (
                  <Chip tone={one.passed ? 'good' : 'bad'} icon={one.passed ? IconCheck : IconX}>
                    {t(one.passed ? 'experiment.held' : 'experiment.broke')}
                  </Chip>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
