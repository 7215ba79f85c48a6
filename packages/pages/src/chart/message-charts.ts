/** Messages and tokens of streams second by second: how many, and their times. */
import { findTimes, type Point, readStream } from '@plimsoll/contracts/sample';
import { messageTimes } from '@plimsoll/contracts/times';
import { cutOffTokens, tokenSeconds } from '@plimsoll/contracts/whole-seconds';
import { metricWords, timeWords } from '@plimsoll/wording/en/names';
import { reportWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { streamsChartWords } from '@plimsoll/wording/en/streams';
import { formatPlain } from '@plimsoll/wording/number';
import { line, peakOf } from './chart-line.ts';
import type { Drawing } from './static-chart.ts';
import { timesDrawing } from './times-drawing.ts';

export function messagesChart(points: readonly Point[]): Drawing {
  const perSecond = (way: 'sent' | 'received') => (point: Point) => {
    const stream = readStream(point);
    return stream && ((way === 'sent' ? stream.messagesSent : stream.messagesReceived) * 1000) / point.lengthMs;
  };
  const both = (point: Point) => {
    const [sent, received] = [perSecond('sent')(point), perSecond('received')(point)];
    return sent === null || received === null ? null : sent + received;
  };
  return {
    title: metricWords.messagesPerSecond,
    summary: reportWords.messagesSummary(peakOf(points, both)),
    lines: [
      line(points, 'sent', sharedTableWords.messagesSent, perSecond('sent')),
      line(points, 'done', sharedTableWords.messagesReceived, perSecond('received')),
    ],
    format: formatPlain,
  };
}

/** Output tokens of all streams, counted when each ended. */
export function tokensChart(points: readonly Point[]): Drawing {
  const counted = tokenSeconds(points);
  const perSecond = (point: Point) => readStream(point)?.tokens?.outputPerSecond ?? null;
  return {
    title: metricWords.tokensPerSecond,
    summary: streamsChartWords.tokensSummary({ ...peakOf(counted, perSecond), cut: streamsChartWords.tokensCut[cutOffTokens(points)] }),
    lines: [line(counted, 'done', streamsChartWords.output, perSecond)],
    format: formatPlain,
  };
}

/** A chart of each time that was measured. */
export function messageTimeCharts(points: readonly Point[]): Drawing[] {
  return messageTimes.map((name) => timesDrawing(points, timeWords[name], (point, field) => findTimes(point, name)?.[field] ?? null));
}
