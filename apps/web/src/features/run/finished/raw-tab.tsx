import type { Point } from '@plimsoll/contracts/sample';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { rawWords, runWords } from '@plimsoll/wording/en/run';
import { formatCount } from '@plimsoll/wording/number';
import { formatClock, timeColumn } from '@plimsoll/wording/time';

/** Every second. */
export function RawTab({ points, withoutService }: { points: readonly Point[]; withoutService: boolean }) {
  const figure = (
    name: 'planned' | 'sent' | 'done' | 'failed' | 'dropped' | 'p50' | 'p99' | 'service' | 'inFlight' | 'open' | 'opened',
    text: (point: Point) => string,
  ): Column<Point> => ({
    key: name,
    head: rawWords[name],
    numeric: true,
    cell: text,
  });
  const times = (name: 'p50' | 'p99' | 'service', read: (point: Point) => number | null) => {
    const write = timeColumn(points.map(read));
    return figure(name, (point) => write(read(point)));
  };
  const columns: Column<Point>[] = [
    { key: 'time', head: rawWords.time, className: 'num', cell: (point) => <Second point={point} /> },
    figure('planned', (point) => formatCount(point.planned)),
    figure('sent', (point) => formatCount(point.sent)),
    figure('done', (point) => formatCount(point.done)),
    figure('failed', (point) => formatCount(point.failed)),
    figure('dropped', (point) => formatCount(point.dropped)),
    times('p50', (point) => point.responseTime.p50Us),
    times('p99', (point) => point.responseTime.p99Us),
    ...(withoutService ? [] : [times('service', (point) => point.serviceTime.p99Us)]),
    figure('inFlight', (point) => formatCount(point.inFlight)),
    figure('open', (point) => formatCount(point.connections.open)),
    figure('opened', (point) => formatCount(point.connections.opened)),
  ];
  return (
    <div style={{ marginBlockStart: 14 }}>
      <DataTable
        label={runWords.tab.raw}
        dense
        style={{ maxBlockSize: 560 }}
        rows={points}
        rowKey={({ second }) => second}
        columns={columns}
      />
    </div>
  );
}

function Second({ point }: { point: Point }) {
  return (
    <>
      {formatClock(point.second)} {point.warmup && <span className="faint">{rawWords.warmup}</span>}
    </>
  );
}
