import { findTimes } from '@plimsoll/contracts/sample';
import { type MessageTime, messageTimes } from '@plimsoll/contracts/times';
import { lineLooks } from '@plimsoll/pages/line-look';
import { callsChartWords } from '@plimsoll/wording/en/calls';
import { chartWords } from '@plimsoll/wording/en/chart';
import { formatRate } from '@plimsoll/wording/rate';
import { formatClock } from '@plimsoll/wording/time';
import { useMemo } from 'react';
import type { Series } from '../../../charts/types.ts';
import { AmountsChart } from '../charts/amounts-chart.tsx';
import type { RunChartsProps } from '../charts/run-charts-props.ts';
import { TimesChart } from '../charts/times-chart.tsx';
import { chartLimits, countWarmupSeconds } from '../table/run-rows.ts';
import { messageRateRows, messageTimeRows } from './message-rows.ts';

type MessageChartsProps = Pick<RunChartsProps, 'points' | 'thresholds' | 'story'>;

/** Those times of messages that were taken, in each second. `lateness`: that of the generator, too. */
export function MessageTimeCharts({ lateness = false, ...props }: MessageChartsProps & { lateness?: boolean }) {
  const { points } = props;
  const shown = lateness ? messageTimes : messageTimes.filter((name) => name !== 'messageLateness');
  const taken = shown.filter((name) => points.some((point) => (findTimes(point, name)?.count ?? 0) > 0));
  return taken.map((name) => <MessageTimeChart key={name} {...props} name={name} />);
}

/** Messages of streams in each second. */
export function MessagesChart({ points, story }: MessageChartsProps) {
  const rows = useMemo(() => messageRateRows(points), [points]);
  const series: Series[] = [
    { key: 'received', name: callsChartWords.received, ...lineLooks.done, area: true },
    { key: 'sent', name: callsChartWords.sent, ...lineLooks.sent },
  ];
  const peak = rows.reduce((best, row) => ((row.received ?? 0) > (best?.received ?? -1) ? row : best), rows[0]);
  const summary = peak
    ? callsChartWords.messagesSummary({
        peak: formatRate(peak.received ?? 0),
        at: formatClock(peak.x),
      })
    : chartWords.nothingYet;
  return (
    <AmountsChart
      id="messages"
      title={callsChartWords.messages}
      summary={summary}
      rows={rows}
      series={series}
      points={points}
      story={story}
    />
  );
}

function MessageTimeChart({ points, thresholds, story, name }: MessageChartsProps & { name: MessageTime }) {
  const timed = useMemo(() => messageTimeRows(points, name), [points, name]);
  return (
    <TimesChart
      id={name}
      title={callsChartWords[name]}
      timed={timed}
      limits={chartLimits(thresholds, name)}
      warmupSeconds={countWarmupSeconds(points)}
      story={story}
    />
  );
}
