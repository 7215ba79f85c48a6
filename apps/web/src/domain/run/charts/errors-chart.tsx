import { chartWords } from '@plimsoll/wording/en/chart';
import { errorsWords } from '@plimsoll/wording/en/run';
import { joined } from '@plimsoll/wording/list';
import { errorName } from '@plimsoll/wording/names';
import { formatShortCount } from '@plimsoll/wording/number';
import { IconCheck } from '@tabler/icons-react';
import chartCardStyles from '../../../ui/chart-card.module.css';
import { errorRows } from '../table/run-rows.ts';
import { AmountsChart } from './amounts-chart.tsx';
import type { RunChartsProps } from './run-charts-props.ts';

/** Failures of each second by kind, stacked; a line where there are none. */
export function ErrorsChart({ points, errorStatuses, story }: RunChartsProps) {
  const { rows, series, totals } = errorRows(points, errorStatuses, errorName);
  if (totals.length === 0)
    return (
      <section className={`card whole-line ${chartCardStyles.chartNone}`} aria-label={chartWords.errors}>
        <IconCheck size={16} color="var(--good)" aria-hidden /> {errorsWords.none}
      </section>
    );
  const list = joined(totals.slice(0, 3).map(([kind, count]) => `${errorName(kind)} ×${formatShortCount(count)}`));
  return (
    <AmountsChart
      id="errors"
      title={chartWords.errors}
      summary={chartWords.errorsSummary({ list })}
      series={series}
      rows={rows}
      stacked
      points={points}
      story={story}
    />
  );
}
