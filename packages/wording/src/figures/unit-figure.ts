/** A figure in the unit of its row. */
import type { Unit } from '@plimsoll/contracts/amounts';
import { formatBytes } from './bytes.ts';
import { formatShortCount, formatSignificant } from './number.ts';
import { formatRate } from './rate.ts';
import { formatShare } from './share.ts';
import { formatUs } from './time.ts';

const writers: Readonly<Record<Unit, (value: number) => string>> = {
  us: (value) => formatUs(value),
  share: formatShare,
  perSecond: formatRate,
  perCpuSecond: formatSignificant,
  mbps: (value) => `${formatSignificant(value)}\u00a0Mbit/s`,
  bytes: formatBytes,
  bytesPerSecond: (value) => `${formatBytes(value)}/s`,
  cores: formatSignificant,
  count: formatShortCount,
};

/** `84.2 ms`, `0.4 %`, `12 840/s`, `96.3 Mbit/s`, `404`; `–` where nothing was measured. `writeTime`: where several times stand in one unit. */
export function unitFigure(unit: Unit, value: number | null, writeTime = writers.us): string {
  return value === null ? '–' : unit === 'us' ? writeTime(value) : writers[unit](value);
}
