import { SegmentedControl } from '@mantine/core';
import { readFigure } from '@plimsoll/contracts/read-figure';
import type { Summary } from '@plimsoll/contracts/summary';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import type { RunWindow } from '@plimsoll/contracts/window';
import { armLook } from '@plimsoll/pages/line-look';
import type { CountedAs } from '@plimsoll/wording/counted-as';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { latencyWords } from '@plimsoll/wording/en/run';
import { joined } from '@plimsoll/wording/list';
import type { NamedArm, NamedArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { Suspense } from 'react';
import { z } from 'zod';
import { later } from '../../api/later.ts';
import { CurveChart } from '../../charts/lazy.ts';
import type { Series } from '../../charts/types.ts';
import { ChartCard } from '../../ui/chart-card.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { TimeChartCard } from '../../ui/time-chart-card.tsx';
import { percentileName } from '../run/latency-tab.tsx';
import { Economy } from './economy.tsx';
import { listMeasured, sayMetricInAll } from './measured-arms.ts';
import { MessageOverlays } from './message-overlays.tsx';
import { type Alignment, armKey, hasStages, overlay, overlayCurves } from './overlay.ts';
import { TargetCpu, TargetFigures } from './target-resources.tsx';

/** Of runs that were made in several regions. */
const RegionOverlay = later(() => import('./region-overlay.tsx'), 'RegionOverlay');

const searchSchema = z.object({ align: z.enum(['elapsed', 'stage']).catch('elapsed') });

const listSeries = (arms: readonly NamedArm[]): Series[] =>
  arms.map(({ name }, index) => ({
    key: armKey(index),
    name,
    ...armLook(index),
  }));

/** Calls where every run made calls, connections where every one made WebSockets. */
function countedInArms(arms: readonly NamedArm[]): CountedAs {
  const every = (has: (summary: Summary) => boolean) => arms.every(({ arm }) => arm.runs.every(({ summary }) => has(summary)));
  if (every(({ grpc }) => grpc !== null)) return { context: 'calls' };
  return every(({ upgradeTime }) => upgradeTime.count > 0) ? { context: 'sockets' } : {};
}

export interface ChartsProps {
  readonly arms: NamedArms;
  /** The seconds that are compared of runs which the reader may ask for; absent on a link, whose reader may ask for none. */
  readonly asked?: { readonly window: RunWindow | null };
}

export function ComparisonCharts({ arms: named, asked }: ChartsProps) {
  const arms: NamedArm[] = [named.base, ...named.candidates];
  const series = listSeries(arms);
  const [search, change] = useSearchState(searchSchema);
  const staged = hasStages(arms.map(({ arm }) => arm));
  const align: Alignment = staged ? search.align : 'elapsed';
  const overlaid = arms.map(({ arm }) => ({ ...arm, points: wholeSeconds(arm.points) }));
  const untimed = arms.filter(({ arm }) => arm.points.length === 0);
  const timed = untimed.length < arms.length;
  // Failed answers alone draw no line.
  const answered = arms.some(({ arm }) => arm.curve.responseTime.length > 0);
  const counted = countedInArms(arms);
  const p99 = overlay(overlaid, align, (point) => point.responseTime.p99Us);
  const rates = overlay(overlaid, align, (point) => readFigure(point, 'throughput'));
  const unit = timeUnit(p99.flatMap((row) => series.map(({ key }) => row[key])));
  const format = (us: number | null) => formatUs(us, unit);
  return (
    <div className="grid2">
      {staged && (
        <SegmentedControl
          size="xs"
          style={{ gridColumn: '1 / -1', justifySelf: 'start' }}
          aria-label={compareWords.align}
          value={align}
          onChange={(next) => change({ align: next === 'stage' ? next : undefined })}
          data={(['elapsed', 'stage'] as const).map((one) => ({ value: one, label: compareWords.alignBy[one] }))}
        />
      )}
      {timed && arms.some(({ arm }) => arm.runs.length > 1) && (
        <p className="small soft" style={{ gridColumn: '1 / -1', margin: 0 }}>
          {compareWords.firstRuns}
        </p>
      )}
      {untimed.length > 0 && (
        <p className="small soft" style={{ gridColumn: '1 / -1', margin: 0 }}>
          {compareWords.noSeconds({ names: joined(untimed.map(({ name }) => name)) })}
        </p>
      )}
      {timed && (
        <>
          {answered && (
            <TimeChartCard
              id="p99"
              title={align === 'stage' ? compareWords.p99Stages : compareWords.p99Over}
              summary={sayMetricInAll(named, 'p99', format)}
              series={series}
              rows={p99}
              format={format}
              group="compare"
            />
          )}
          {answered && <CurveCard arms={arms} series={series} />}
          {asked && named.candidates.some(({ arm }) => arm.byRegion?.length) && (
            <Suspense fallback={<div style={{ gridColumn: '1 / -1', blockSize: 270 }} />}>
              <div style={{ gridColumn: '1 / -1', minInlineSize: 0 }}>
                <RegionOverlay named={named} series={series} align={align} window={asked.window} />
              </div>
            </Suspense>
          )}
          <MessageOverlays named={named} arms={overlaid} series={series} align={align} />
          <TimeChartCard
            id="throughput"
            title={compareWords.rateOver(counted)}
            summary={sayMetricInAll(named, 'throughput', formatRate)}
            series={series}
            rows={rates}
            group="compare"
          />
        </>
      )}
      <TargetCpu arms={arms} series={series} align={align} />
      <Economy arms={arms} counted={counted} />
      <TargetFigures arms={arms} />
    </div>
  );
}

function CurveCard({ arms, series }: { arms: readonly NamedArm[]; series: Series[] }) {
  const unit = timeUnit(arms.flatMap(({ arm }) => arm.curve.responseTime.map(([, us]) => us)));
  const format = (us: number) => formatUs(us, unit);
  const rows = overlayCurves(arms.map(({ arm }) => arm.curve.responseTime));
  const list = listMeasured(
    arms.map(({ name, arm }) => [name, arm.curve.responseTime.at(-1)?.[1] ?? null]),
    format,
  );
  return (
    <ChartCard
      id="curve"
      title={latencyWords.curve}
      summary={compareWords.curveSummary({ list })}
      series={series}
      rows={rows}
      format={format}
      formatX={percentileName}
      xLabel={latencyWords.percentile}
    >
      <CurveChart
        curves={Object.fromEntries(arms.map(({ arm }, index) => [armKey(index), arm.curve.responseTime]))}
        series={series}
        format={format}
        log={false}
        height={190}
      />
    </ChartCard>
  );
}
