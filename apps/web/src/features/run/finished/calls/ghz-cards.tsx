import { type Latency, tablePercentiles } from '@plimsoll/contracts/latency';
import type { Run } from '@plimsoll/contracts/run';
import type { Summary } from '@plimsoll/contracts/summary';
import type { RunWindow } from '@plimsoll/contracts/window';
import { DataTable } from '@plimsoll/pages/data-table';
import { ghzWords } from '@plimsoll/wording/en/calls';
import { spreadWords } from '@plimsoll/wording/en/latency';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatLength, timeColumn } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { latency as latencyQuery } from '../../../../api/latency.ts';
import { LoadingCard } from '../../../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../../../ui/notice/problem-notice.tsx';
import styles from './ghz-cards.module.css';

/** About as tall as its two cards. */
const cardsPx = 400;
const rowsOfGhz = new Set(tablePercentiles.flatMap(({ percentile, tools }) => (tools.includes('ghz') ? [percentile] : [])));

/** The same response times as ghz sums them up: for those who know its output. */
export function GhzCards({ run, window }: { run: Run; window: RunWindow | null }) {
  const { data, error, refetch } = useQuery(latencyQuery(run.id, 'responseTime', window));
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingCard height={cardsPx} />;
  if (data.figures.count === 0 || !run.summary) return <p className="soft">{spreadWords.none}</p>;
  return (
    <div className="grid2" style={{ alignItems: 'start' }}>
      <GhzSummary latency={data} summary={run.summary} />
      <GhzHistogram latency={data} />
    </div>
  );
}

/** Count to Requests/sec, and the latency distribution. */
function GhzSummary({ latency: { figures, percentiles }, summary }: { latency: Latency; summary: Summary }) {
  const write = timeColumn([figures.minUs, figures.maxUs]);
  const rows: [string, string][] = [
    [ghzWords.count, formatCount(summary.requests)],
    [ghzWords.total, formatLength(summary.durationMs)],
    [ghzWords.slowest, write(figures.maxUs)],
    [ghzWords.fastest, write(figures.minUs)],
    [ghzWords.average, write(figures.meanUs)],
    [ghzWords.perSecond, formatSignificant(summary.throughputPerSecond)],
    ...percentiles
      .filter(({ percentile }) => rowsOfGhz.has(percentile))
      .map(({ percentile, us }): [string, string] => [ghzWords.within({ percentile }), write(us)]),
  ];
  return (
    <DataTable
      label={ghzWords.title}
      rows={rows}
      rowKey={([name]) => name}
      columns={[
        { key: 'figure', head: ghzWords.title, naming: true, cell: ([name]) => name },
        { key: 'value', head: ghzWords.value, numeric: true, cell: ([, value]) => value },
      ]}
      foot={<div className="small soft">{ghzWords.what}</div>}
    />
  );
}

function GhzHistogram({ latency: { ghzBuckets } }: { latency: Latency }) {
  if (ghzBuckets.length === 0) return null;
  const write = timeColumn(ghzBuckets.map(({ markUs }) => markUs));
  const most = Math.max(1, ...ghzBuckets.map(({ count }) => count));
  return (
    <DataTable
      label={ghzWords.histogram}
      rows={ghzBuckets}
      rowKey={(_, at) => at}
      columns={[
        { key: 'mark', head: ghzWords.upTo, numeric: true, cell: ({ markUs }) => write(markUs) },
        { key: 'count', head: ghzWords.calls, numeric: true, cell: ({ count }) => formatCount(count) },
        {
          key: 'bar',
          head: ghzWords.histogram,
          className: styles.barCell,
          cell: ({ count }) => <div className={styles.mark} style={{ inlineSize: `${(100 * count) / most}%` }} />,
        },
      ]}
      foot={<div className="small soft">{ghzWords.histogramWhat}</div>}
    />
  );
}
