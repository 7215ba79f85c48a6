/** What the targets of several arms used, a row each figure. Pure. */
import type { Arm } from '@plimsoll/contracts/comparison';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import '../../i18n/comparison-text.ts';
import { t } from '../../i18n/i18n.ts';

interface TargetRow {
  readonly name: string;
  /** Of each arm, in their order. */
  readonly values: readonly string[];
}

/** Rows of which no arm knows anything are left out; none where no arm's target is known. */
export function targetRows(arms: readonly Pick<Arm, 'resources'>[]): TargetRow[] {
  const row = (name: string, show: (resources: NonNullable<Arm['resources']>) => string | null): TargetRow => ({
    name,
    values: arms.map(({ resources }) => (resources ? show(resources) : null) ?? '–'),
  });
  const known = (value: number | null, show: (value: number) => string) => (value === null ? null : show(value));
  return [
    row(t('compare.cpuMean'), ({ cpuMean }) => formatShare(cpuMean)),
    row(t('compare.cpuPeak'), ({ cpuPeak }) => formatShare(cpuPeak)),
    row(t('compare.cores'), ({ cores }) => known(cores, formatCount)),
    row(t('compare.memoryPeak'), ({ memoryPeakBytes }) => known(memoryPeakBytes, formatBytes)),
    row(t('metric.requestsPerCpuSecond'), ({ requestsPerCpuSecond }) => known(requestsPerCpuSecond, formatSignificant)),
    row(t('compare.toldBy'), ({ source }) => source),
  ].filter(({ values }) => values.some((value) => value !== '–'));
}
