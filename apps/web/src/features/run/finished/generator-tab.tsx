import '../../../i18n/run-text.ts';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { TimeChart } from '../../../charts/lazy.ts';
import type { ChartRow, Series } from '../../../charts/types.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';

/** Was the generator fit to measure? Its own CPU, event loop and lateness. */
export function GeneratorTab({ run, points }: { run: Run; points: readonly Point[] }) {
  const { t } = useTranslation();
  const load: Series[] = [
    { key: 'cpu', name: t('generator.cpu'), colour: 'var(--cpu)' },
    { key: 'loop', name: t('generator.loop'), colour: 'var(--accent)', dash: '7 3' },
  ];
  const others: Series[] = [
    { key: 'otherWork', name: t('generator.otherWork'), colour: 'var(--e2)' },
    { key: 'waitedForCore', name: t('generator.waitedForCore'), colour: 'var(--e3)', dash: '7 3' },
    { key: 'throttled', name: t('generator.throttled'), colour: 'var(--e5)', dash: '2 2' },
  ];
  const late: Series[] = [
    { key: 'late', name: t('generator.lateness'), colour: 'var(--p99)' },
    { key: 'delay', name: t('generator.delay'), colour: 'var(--sent)', dash: '7 3' },
  ];
  const loads: ChartRow[] = wholeSeconds(points).map((point) => ({
    x: point.second,
    cpu: point.generator.cpu,
    loop: point.generator.eventLoopUtilisation,
    ...beside(point.generator),
  }));
  const lates: ChartRow[] = points.map((point) => ({
    x: point.second,
    late: point.sendLateness.p99Us,
    delay: point.generator.eventLoopDelayP99Us,
  }));
  const knownOthers = others.filter(({ key }) => loads.some((row) => typeof row[key] === 'number'));
  const unit = timeUnit(lates.flatMap((row) => [row.late, row.delay]));
  const format = (us: number) => formatUs(us, unit);
  const most = (rows: readonly ChartRow[], key: string) => rows.reduce((high, row) => Math.max(high, row[key] ?? 0), 0);
  const delay = format(most(lates, 'delay'));
  // Closed load has no due times to be late for.
  const isTimed = lates.some((row) => row.late !== null);
  const lateSummary = isTimed
    ? t('generator.lateSummary', { late: format(most(lates, 'late')), delay })
    : t('generator.delaySummary', { delay });
  return (
    <>
      {/* What is wrong with it stands above the tabs. */}
      {run.validity?.stamp === 'valid' && (
        <div style={{ marginBlockStart: 14 }}>
          <Notice tone="good">{t('validity.validWhy')}</Notice>
        </div>
      )}
      <div className="grid2">
        <ChartCard
          id="generator"
          title={t('generator.load')}
          summary={t('generator.loadSummary', { cpu: formatShare(most(loads, 'cpu')), loop: formatShare(most(loads, 'loop')) })}
          series={load}
          rows={loads}
          format={formatShare}
        >
          <TimeChart rows={loads} series={load} format={formatShare} group="run" least={1} />
        </ChartCard>
        <ChartCard id="lateness" title={t('generator.late')} summary={lateSummary} series={late} rows={lates} format={format}>
          <TimeChart rows={lates} series={late} format={format} group="run" />
        </ChartCard>
        {knownOthers.length > 0 && (
          <ChartCard
            id="others"
            title={t('generator.others')}
            summary={t('generator.othersSummary', {
              otherWork: formatShare(most(loads, 'otherWork')),
              waited: formatShare(most(loads, 'waitedForCore')),
            })}
            series={knownOthers}
            rows={loads}
            format={formatShare}
          >
            <TimeChart rows={loads} series={knownOthers} format={formatShare} group="run" least={1} />
          </ChartCard>
        )}
      </div>
      {run.generators.length > 1 && <GeneratorTable generators={run.generators} />}
    </>
  );
}

/** What a kept point of an older version lacks is not drawn. */
function beside({ otherWork, waitedForCore, throttled }: Point['generator']) {
  const known = { otherWork, waitedForCore, throttled };
  return Object.fromEntries(Object.entries(known).filter(([, share]) => typeof share === 'number')) as Record<string, number>;
}

/** Who made the load, where several workers did. */
function GeneratorTable({ generators }: { generators: Run['generators'] }) {
  const { t } = useTranslation();
  return (
    <section className="card" style={{ marginBlockStart: 16 }} aria-label={t('generators.title')}>
      <div className="pad" style={{ paddingBlockEnd: 4 }}>
        <h2>{t('generators.title')}</h2>
        <p className="small faint" style={{ marginBlock: '4px 0' }}>
          {t('generators.what')}
        </p>
      </div>
      <DataTable
        label={t('generators.title')}
        bare
        rows={generators}
        rowKey={({ shard }) => shard}
        columns={[
          { key: 'shard', head: t('generators.shard'), cell: ({ shard }) => shard + 1 },
          { key: 'host', head: t('generators.host'), cell: (generator) => <Host generator={generator} /> },
          { key: 'threads', head: t('generators.threads'), numeric: true, cell: ({ threads }) => threads },
        ]}
      />
    </section>
  );
}

function Host({ generator }: { generator: Run['generators'][number] }) {
  const { t } = useTranslation();
  const { hostname, cpuModel, cores, worker } = generator;
  return (
    <>
      {hostname}
      <div className="small faint">{t('generators.cores', { model: cpuModel, count: cores })}</div>
      <div className="small faint">{worker}</div>
    </>
  );
}
