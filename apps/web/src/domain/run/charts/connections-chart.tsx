import { lineLooks } from '@plimsoll/pages/line-look';
import { chartWords } from '@plimsoll/wording/en/chart';
import { formatShortCount } from '@plimsoll/wording/number';
import { useMemo } from 'react';
import type { Series } from '../../../charts/types.ts';
import { connectionRows, mostOf } from '../table/run-rows.ts';
import { AmountsChart } from './amounts-chart.tsx';
import type { RunChartsProps } from './run-charts-props.ts';

/** Connections open at the end of each second, and opened in it. */
export function ConnectionsChart({ points, story }: RunChartsProps) {
  const rows = useMemo(() => connectionRows(points), [points]);
  const series: Series[] = [
    { key: 'open', name: chartWords.open, ...lineLooks.open },
    { key: 'opened', name: chartWords.opened, ...lineLooks.opened },
  ];
  return (
    <AmountsChart
      id="connections"
      title={chartWords.connections}
      summary={rows.length > 0 ? chartWords.connectionsSummary({ open: formatShortCount(mostOf(rows, 'open')) }) : chartWords.nothingYet}
      rows={rows}
      series={series}
      points={points}
      story={story}
      whole
    />
  );
}
