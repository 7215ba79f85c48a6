import { findTimes } from '@plimsoll/contracts/sample';
import { type MessageTime, messageTimes, needsOfTimes } from '@plimsoll/contracts/times';
import { cutOffTokens, recordSeconds } from '@plimsoll/contracts/whole-seconds';
import { lineLooks } from '@plimsoll/pages/line-look';
import { chartWords } from '@plimsoll/wording/en/chart';
import { streamsChartWords } from '@plimsoll/wording/en/streams';
import { formatRate } from '@plimsoll/wording/rate';
import { formatClock } from '@plimsoll/wording/time';
import { useMemo } from 'react';
import type { Series } from '../../../charts/types.ts';
import { AmountsChart } from '../charts/amounts-chart.tsx';
import type { RunChartsProps } from '../charts/run-charts-props.ts';
import { TimesChart } from '../charts/times-chart.tsx';
import { chartLimits, countWarmupSeconds, peakRow } from '../table/run-rows.ts';
import { messageRateRows, messageTimeRows, tokenRateRows } from './message-rows.ts';

type MessageChartsProps = Pick<RunChartsProps, 'points' | 'thresholds' | 'story'>;

/** Those times of messages that were taken, in each second. `lateness`: that of the generator, too, and the second token. */
export function MessageTimeCharts({ lateness = false, ...props }: MessageChartsProps & { lateness?: boolean }) {
  const { points } = props;
  // Tokens first: beside them, times of messages say nearly the same.
  const ordered = messageTimes.toSorted((a, b) => Number(needsOfTimes(b) === 'tokens') - Number(needsOfTimes(a) === 'tokens'));
  const shown = lateness ? ordered : ordered.filter((name) => name !== 'messageLateness' && name !== 'secondTokenTime');
  const taken = shown.filter((name) => points.some((point) => (findTimes(point, name)?.count ?? 0) > 0));
  return taken.map((name) => <MessageTimeChart key={name} {...props} name={name} />);
}

/** Messages of streams in each second. */
export function MessagesChart({ points, story }: MessageChartsProps) {
  const rows = useMemo(() => messageRateRows(points), [points]);
  const series: Series[] = [
    { key: 'received', name: streamsChartWords.received, ...lineLooks.done, area: true },
    { key: 'sent', name: streamsChartWords.sent, ...lineLooks.sent },
  ];
  const peak = peakRow(messageRateRows(recordSeconds(points)), 'received');
  const summary = peak
    ? streamsChartWords.messagesSummary({
        peak: formatRate(peak.received ?? 0),
        at: formatClock(peak.x),
      })
    : chartWords.nothingYet;
  return (
    <AmountsChart
      id="messages"
      title={streamsChartWords.messages}
      summary={summary}
      rows={rows}
      series={series}
      points={points}
      story={story}
    />
  );
}

/** Output tokens of all streams in each second, counted when their stream ends. Nothing where none are counted. */
export function TokensChart({ points, story }: MessageChartsProps) {
  const rows = useMemo(() => tokenRateRows(points), [points]);
  const peak = peakRow(tokenRateRows(recordSeconds(points)), 'output');
  if (points.every((point) => !point.stream?.tokens) || !peak) return null;
  return (
    <AmountsChart
      id="tokens"
      title={streamsChartWords.tokens}
      summary={streamsChartWords.tokensSummary({
        peak: formatRate(peak.output ?? 0),
        at: formatClock(peak.x),
        cut: streamsChartWords.tokensCut[cutOffTokens(points)],
      })}
      rows={rows}
      series={[{ key: 'output', name: streamsChartWords.output, ...lineLooks.done, area: true }]}
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
      title={streamsChartWords[name]}
      timed={timed}
      limits={chartLimits(thresholds, name)}
      warmupSeconds={countWarmupSeconds(points)}
      story={story}
    />
  );
}
