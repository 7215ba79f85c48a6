import { lineLooks } from '@plimsoll/pages/line-look';
import { chartWords } from '@plimsoll/wording/en/chart';
import { formatShortCount } from '@plimsoll/wording/number';
import { useMemo } from 'react';
import type { Series } from '../../../charts/types.ts';
import { connectionRows, mostOf } from '../table/run-rows.ts';
import { AmountsChart } from './amounts-chart.tsx';
import type { RunChartsProps } from './run-charts-props.ts';

/** Requests on their way and requests that wait for a connection, at the end of each second. */
export function UnderWayChart({ points, story, counted }: RunChartsProps) {
  const rows = useMemo(() => connectionRows(points), [points]);
  const series: Series[] = [
    { key: 'inFlight', name: chartWords.inFlight, ...lineLooks.inFlight, area: true },
    { key: 'waiting', name: chartWords.waiting, ...lineLooks.waiting },
  ];
  const most = (key: 'inFlight' | 'waiting') => formatShortCount(mostOf(rows, key));
  const summary =
    rows.length > 0 ? chartWords.underWaySummary({ inFlight: most('inFlight'), waiting: most('waiting') }) : chartWords.nothingYet;
  return (
    <AmountsChart
      id="underway"
      title={chartWords.underWay(counted)}
      summary={summary}
      rows={rows}
      series={series}
      points={points}
      story={story}
      whole
    />
  );
}
