import '../../../i18n/run-text.ts';
import type { Point } from '@plimsoll/contracts/sample';
import { formatCount } from '@plimsoll/wording/number';
import { formatClock, timeColumn } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';

/** Every second. */
export function RawTab({ points }: { points: readonly Point[] }) {
  const { t } = useTranslation();
  const figure = (
    name: 'planned' | 'sent' | 'done' | 'failed' | 'dropped' | 'p50' | 'p99' | 'service' | 'inFlight' | 'open' | 'opened',
    text: (point: Point) => string,
  ): Column<Point> => ({
    key: name,
    head: t(`raw.${name}`),
    numeric: true,
    cell: text,
  });
  const times = (name: 'p50' | 'p99' | 'service', read: (point: Point) => number | null) => {
    const write = timeColumn(points.map(read));
    return figure(name, (point) => write(read(point)));
  };
  const columns: Column<Point>[] = [
    { key: 'time', head: t('raw.time'), className: 'num', cell: (point) => <Second point={point} /> },
    figure('planned', (point) => formatCount(point.planned)),
    figure('sent', (point) => formatCount(point.sent)),
    figure('done', (point) => formatCount(point.done)),
    figure('failed', (point) => formatCount(point.failed)),
    figure('dropped', (point) => formatCount(point.dropped)),
    times('p50', (point) => point.responseTime.p50Us),
    times('p99', (point) => point.responseTime.p99Us),
    times('service', (point) => point.serviceTime.p99Us),
    figure('inFlight', (point) => formatCount(point.inFlight)),
    figure('open', (point) => formatCount(point.connections.open)),
    figure('opened', (point) => formatCount(point.connections.opened)),
  ];
  return (
    <div style={{ marginBlockStart: 14 }}>
      <DataTable
        label={t('run.tab.raw')}
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
  const { t } = useTranslation();
  return (
    <>
      {formatClock(point.second)} {point.warmup && <span className="faint">{t('raw.warmup')}</span>}
    </>
  );
}
