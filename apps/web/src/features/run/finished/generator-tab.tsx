import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import { DataTable } from '@plimsoll/pages/data-table';
import { validityWords } from '@plimsoll/wording/en/names';
import { configWords, generatorsWords, generatorWords } from '@plimsoll/wording/en/run';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import type { ChartRow, Series } from '../../../charts/types.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { TimeChartCard } from '../../../ui/time-chart-card.tsx';
import { floorText } from './floor-text.ts';

/** Was the generator fit to measure? Its own CPU, event loop and lateness. */
export function GeneratorTab({ run, points }: { run: Run; points: readonly Point[] }) {
  const load: Series[] = [
    { key: 'cpu', name: generatorWords.cpu, colour: 'var(--cpu)' },
    { key: 'loop', name: generatorWords.loop, colour: 'var(--accent)', dash: '7 3' },
  ];
  const others: Series[] = [
    { key: 'otherWork', name: generatorWords.otherWork, colour: 'var(--e2)' },
    { key: 'waitedForCore', name: generatorWords.waitedForCore, colour: 'var(--e3)', dash: '7 3' },
    { key: 'throttled', name: generatorWords.throttled, colour: 'var(--e5)', dash: '2 2' },
  ];
  const late: Series[] = [
    { key: 'late', name: generatorWords.lateness, colour: 'var(--p99)' },
    { key: 'delay', name: generatorWords.delay, colour: 'var(--sent)', dash: '7 3' },
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
    ? generatorWords.lateSummary({ late: format(most(lates, 'late')), delay })
    : generatorWords.delaySummary({ delay });
  return (
    <>
      {/* What is wrong with it stands above the tabs. */}
      {run.validity?.stamp === 'valid' && (
        <div style={{ marginBlockStart: 14 }}>
          <Notice tone="good">{validityWords.validWhy}</Notice>
        </div>
      )}
      <div className="grid2">
        <TimeChartCard
          id="generator"
          title={generatorWords.load}
          summary={generatorWords.loadSummary({ cpu: formatShare(most(loads, 'cpu')), loop: formatShare(most(loads, 'loop')) })}
          series={load}
          rows={loads}
          format={formatShare}
          group="run"
          least={1}
        />
        <TimeChartCard
          id="lateness"
          title={generatorWords.late}
          summary={lateSummary}
          series={late}
          rows={lates}
          format={format}
          group="run"
        />
        {knownOthers.length > 0 && (
          <TimeChartCard
            id="others"
            title={generatorWords.others}
            summary={generatorWords.othersSummary({
              otherWork: formatShare(most(loads, 'otherWork')),
              waited: formatShare(most(loads, 'waitedForCore')),
            })}
            series={knownOthers}
            rows={loads}
            format={formatShare}
            group="run"
            least={1}
          />
        )}
      </div>
      {run.generators.length > 1 && <GeneratorTable generators={run.generators} />}
    </>
  );
}

/** A figure that a point of an older version lacks is not drawn. */
function beside({ otherWork, waitedForCore, throttled }: Point['generator']) {
  const known = { otherWork, waitedForCore, throttled };
  return Object.fromEntries(Object.entries(known).filter(([, share]) => typeof share === 'number')) as Record<string, number>;
}

/** The workers that made the load, where there were several. */
function GeneratorTable({ generators }: { generators: Run['generators'] }) {
  return (
    <section className="card" style={{ marginBlockStart: 16 }} aria-label={generatorsWords.title}>
      <div className="pad" style={{ paddingBlockEnd: 4 }}>
        <h2>{generatorsWords.title}</h2>
        <p className="small faint" style={{ marginBlock: '4px 0' }}>
          {generatorsWords.what}
        </p>
      </div>
      <DataTable
        label={generatorsWords.title}
        bare
        rows={generators}
        rowKey={({ shard }) => shard}
        columns={[
          { key: 'shard', head: generatorsWords.shard, cell: ({ shard }) => shard + 1 },
          { key: 'host', head: generatorsWords.host, cell: (generator) => <Host generator={generator} /> },
          { key: 'threads', head: generatorsWords.threads, numeric: true, cell: ({ threads }) => threads },
          {
            key: 'floor',
            head: configWords.floor,
            cell: ({ latencyFloor }) => (latencyFloor ? floorText(latencyFloor) : '–'),
          },
        ]}
      />
    </section>
  );
}

function Host({ generator }: { generator: Run['generators'][number] }) {
  const { hostname, cpuModel, cores, worker, region } = generator;
  return (
    <>
      {region === undefined ? hostname : `${region} · ${hostname}`}
      <div className="small faint">{configWords.cores({ model: cpuModel, count: cores })}</div>
      <div className="small faint">{worker}</div>
    </>
  );
}
