import { lineLooks } from '@plimsoll/pages/line-look';
import { chartWords } from '@plimsoll/wording/en/chart';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { useMemo } from 'react';
import type { Series } from '../../../charts/types.ts';
import { connectionRows } from '../table/run-rows.ts';
import { AmountsChart } from './amounts-chart.tsx';
import type { RunChartsProps } from './run-charts-props.ts';

/** Connections open at the end of each second, and opened in it. */
export function ConnectionsChart({ points, story }: RunChartsProps) {
  const rows = useMemo(() => connectionRows(points), [points]);
  const series: Series[] = [
    { key: 'open', name: chartWords.open, ...lineLooks.open },
    { key: 'opened', name: chartWords.opened, ...lineLooks.opened },
  ];
  const last = rows.at(-1);
  const summary = last
    ? chartWords.connectionsSummary({ open: formatShortCount(last.open ?? 0), opened: formatRate(last.opened ?? 0) })
    : chartWords.nothingYet;
  return (
    <AmountsChart
      id="connections"
      title={chartWords.connections}
      summary={summary}
      rows={rows}
      series={series}
      points={points}
      story={story}
      whole
    />
  );
}
