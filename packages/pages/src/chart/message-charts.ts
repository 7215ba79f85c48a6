/** Messages and tokens of streams second by second: how many, and their times. */
import { type LeadingField, leadingFields, percentileKey, timesFigures } from '@plimsoll/contracts/percentiles';
import { findTimes, type Point, readStream } from '@plimsoll/contracts/sample';
import { messageTimes } from '@plimsoll/contracts/times';
import { chartWords } from '@plimsoll/wording/en/chart';
import { metricWords, timeWords } from '@plimsoll/wording/en/names';
import { reportWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { streamsChartWords } from '@plimsoll/wording/en/streams';
import { formatPlain } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatClock, formatUs, timeUnit } from '@plimsoll/wording/time';
import { highest, line } from './chart-line.ts';
import type { Drawing } from './static-chart.ts';

export function messagesChart(points: readonly Point[]): Drawing {
  const perSecond = (way: 'sent' | 'received') => (point: Point) => {
    const stream = readStream(point);
    return stream && ((way === 'sent' ? stream.messagesSent : stream.messagesReceived) * 1000) / point.lengthMs;
  };
  const both = (point: Point) => {
    const [sent, received] = [perSecond('sent')(point), perSecond('received')(point)];
    return sent === null || received === null ? null : sent + received;
  };
  const best = highest(points, both);
  return {
    title: metricWords.messagesPerSecond,
    summary: reportWords.messagesSummary({ peak: formatRate(best ? both(best) : null), at: formatClock(best?.second ?? 0) }),
    lines: [
      line(points, 'sent', sharedTableWords.messagesSent, perSecond('sent')),
      line(points, 'done', sharedTableWords.messagesReceived, perSecond('received')),
    ],
    format: formatPlain,
  };
}

/** Output tokens of all streams, counted when each ended. */
export function tokensChart(points: readonly Point[]): Drawing {
  const perSecond = (point: Point) => readStream(point)?.tokens?.outputPerSecond ?? null;
  const best = highest(points, perSecond);
  return {
    title: metricWords.tokensPerSecond,
    summary: streamsChartWords.tokensSummary({ peak: formatRate(best ? perSecond(best) : null), at: formatClock(best?.second ?? 0) }),
    lines: [line(points, 'done', streamsChartWords.output, perSecond)],
    format: formatPlain,
  };
}

/** A chart of each time that was measured. */
export function messageTimeCharts(points: readonly Point[]): Drawing[] {
  return messageTimes.map((name) => {
    const read = (percentile: LeadingField) => (point: Point) => findTimes(point, name)?.[percentile] ?? null;
    const worst = highest(points, read('p99Us'));
    const unit = timeUnit(points.map(read('p99Us')));
    return {
      title: timeWords[name],
      summary: chartWords.latencySummary({
        worst: formatUs(worst ? read('p99Us')(worst) : null),
        at: formatClock(worst?.second ?? 0),
      }),
      lines: [...leadingFields.map((field) => line(points, percentileKey(field), timesFigures[field].name, read(field)))],
      format: (us) => formatUs(us, unit),
    };
  });
}
