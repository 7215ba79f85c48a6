/** The resources that the targets of several arms used, a row each figure. Pure. */
import type { Arm } from '@plimsoll/contracts/comparison';
import { formatBytes } from '@plimsoll/wording/bytes';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricWords } from '@plimsoll/wording/en/names';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';

interface TargetRow {
  readonly name: string;
  /** One for each arm, in their order. */
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
    row(compareWords.cpuMean, ({ cpuMean }) => formatShare(cpuMean)),
    row(compareWords.cpuPeak, ({ cpuPeak }) => formatShare(cpuPeak)),
    row(compareWords.cores, ({ cores }) => known(cores, formatCount)),
    row(compareWords.memoryPeak, ({ memoryPeakBytes }) => known(memoryPeakBytes, formatBytes)),
    row(metricWords.requestsPerCpuSecond, ({ requestsPerCpuSecond }) => known(requestsPerCpuSecond, formatSignificant)),
    row(compareWords.toldBy, ({ source }) => source),
  ].filter(({ values }) => values.some((value) => value !== '–'));
}
