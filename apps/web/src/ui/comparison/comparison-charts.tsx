import type { Arm, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Point } from '@plimsoll/contracts/sample';
import { useTranslation } from 'react-i18next';
import { CurveChart, TimeChart } from '../../charts/lazy.ts';
import type { ChartRow, Series } from '../../charts/types.ts';
import { formatCount, formatPlain, formatSignificant } from '../../format/number.ts';
import { formatRate } from '../../format/rate.ts';
import { formatUs, timeUnit } from '../../format/time.ts';
import { ChartCard } from '../chart-card.tsx';
import { percentileName } from '../run/latency-tab.tsx';
import { ScrollBox } from '../scroll-box.tsx';

/** Both arms on one row list by elapsed second, each from its own first measured second. */
export function overlay(base: readonly Point[], candidate: readonly Point[], value: (point: Point) => number | null): ChartRow[] {
  const rows = new Map<number, { x: number; base: number | null; candidate: number | null }>();
  const put = (points: readonly Point[], key: 'base' | 'candidate') => {
    const start = points[0]?.second ?? 0;
    for (const point of points) {
      const x = point.second - start;
      const row = rows.get(x) ?? { x, base: null, candidate: null };
      row[key] = value(point);
      rows.set(x, row);
    }
  };
  put(base, 'base');
  put(candidate, 'candidate');
  return [...rows.values()].sort((a, b) => a.x - b.x);
}

function useArms(): Series[] {
  const { t } = useTranslation();
  return [
    { key: 'base', name: t('compare.base'), colour: 'var(--planned)', dash: '5 4' },
    { key: 'candidate', name: t('compare.candidate'), colour: 'var(--accent)' },
  ];
}

export function ComparisonCharts({ result }: { result: ComparisonResult }) {
  const { t } = useTranslation();
  const arms = useArms();
  const { base, candidate } = result;
  const p99 = overlay(base.points, candidate.points, (point) => point.responseTime.p99Us);
  const rates = overlay(base.points, candidate.points, (point) => ((point.done + point.failed) * 1000) / point.lengthMs);
  const unit = timeUnit(p99.flatMap((row) => [row.base, row.candidate]));
  const format = (us: number) => formatUs(us, unit);
  const figure = (name: 'p99' | 'throughput') => result.metrics.find((one) => one.metric === name);
  const summary = (name: 'p99' | 'throughput', show: (value: number | null) => string) =>
    t('compare.chartSummary', { base: show(figure(name)?.base ?? null), candidate: show(figure(name)?.candidate ?? null) });
  return (
    <div className="grid2">
      <ChartCard
        id="p99"
        title={t('compare.p99Over')}
        summary={summary('p99', (us) => formatUs(us, unit))}
        series={arms}
        rows={p99}
        format={format}
      >
        <TimeChart rows={p99} series={arms} format={format} group="compare" />
      </ChartCard>
      <CurveCard base={base} candidate={candidate} arms={arms} />
      <ChartCard
        id="throughput"
        title={t('compare.rateOver')}
        summary={summary('throughput', formatRate)}
        series={arms}
        rows={rates}
        format={formatSignificant}
      >
        <TimeChart rows={rates} series={arms} format={formatPlain} group="compare" least={1} />
      </ChartCard>
      <Economy base={base} candidate={candidate} />
    </div>
  );
}

function CurveCard({ base, candidate, arms }: { base: Arm; candidate: Arm; arms: Series[] }) {
  const { t } = useTranslation();
  const unit = timeUnit([...base.curve.responseTime, ...candidate.curve.responseTime].map(([, us]) => us));
  const format = (us: number) => formatUs(us, unit);
  const other = new Map(candidate.curve.responseTime);
  const rows: ChartRow[] = base.curve.responseTime.map(([percentile, us]) => ({
    x: percentile,
    base: us,
    candidate: other.get(percentile) ?? null,
  }));
  const max = (arm: Arm) => formatUs(arm.curve.responseTime.at(-1)?.[1], unit);
  return (
    <ChartCard
      id="curve"
      title={t('latency.curve')}
      summary={t('compare.curveSummary', { base: max(base), candidate: max(candidate) })}
      series={arms}
      rows={rows}
      format={format}
      formatX={percentileName}
      xLabel={t('latency.percentile')}
    >
      <CurveChart
        curves={{ base: base.curve.responseTime, candidate: candidate.curve.responseTime }}
        series={arms}
        format={format}
        log={false}
        height={190}
      />
    </ChartCard>
  );
}

/** What each arm spent on connections, of its first run. */
function Economy({ base, candidate }: { base: Arm; candidate: Arm }) {
  const { t } = useTranslation();
  const left = base.runs[0]?.summary;
  const right = candidate.runs[0]?.summary;
  if (!left || !right) return null;
  type S = typeof left;
  const rows: [string, (summary: S) => string][] = [
    [t('connections.opened'), (s) => formatCount(s.connections.opened)],
    [t('connections.perConnection'), (s) => (s.connections.opened > 0 ? formatSignificant(s.sent / s.connections.opened) : '–')],
    [t('connections.perSecond'), (s) => (s.durationMs > 0 ? formatRate((s.connections.opened * 1000) / s.durationMs) : '–')],
    [t('connections.most'), (s) => formatCount(s.connections.open)],
    [t('connections.closedByPeer'), (s) => formatCount(s.connections.closedByPeer)],
    [t('connections.connectP50'), (s) => formatUs(s.connectTime.p50Us)],
    [t('compare.requests'), (s) => formatCount(s.requests)],
    [t('compare.failures'), (s) => formatCount(s.failed)],
  ];
  return (
    <ScrollBox label={t('compare.economy')}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('compare.economy')}</th>
            <th scope="col" className="n">
              {t('compare.base')}
            </th>
            <th scope="col" className="n">
              {t('compare.candidate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, show]) => (
            <tr key={name}>
              <td className="soft">{name}</td>
              <td className="n">{show(left)}</td>
              <td className="n">
                <b>{show(right)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
