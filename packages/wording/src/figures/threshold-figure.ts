/** The figure of a threshold, in its metric's unit. */
import { rowOfThreshold, type ThresholdMetric } from '@plimsoll/contracts/threshold-metric';
import { formatBytes } from './bytes.ts';
import { formatShortCount, formatSignificant } from './number.ts';
import { formatRate } from './rate.ts';
import { formatShare } from './share.ts';
import { formatUs } from './time.ts';

/** `84.2 ms`, `0.4 %`, `12 840/s`, `96.3 Mbit/s`, `404`; `–` where nothing was measured. */
export function thresholdFigure(metric: ThresholdMetric, value: number | null): string {
  if (value === null) return '–';
  switch (rowOfThreshold(metric).unit) {
    case 'us':
      return formatUs(value);
    case 'share':
      return formatShare(value);
    case 'perSecond':
      return formatRate(value);
    case 'mbps':
      return `${formatSignificant(value)}\u00a0Mbit/s`;
    case 'bytes':
      return formatBytes(value);
    case 'cores':
      return formatSignificant(value);
    case 'count':
      return formatShortCount(value);
  }
}
