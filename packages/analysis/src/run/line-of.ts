import type { Run } from '@plimsoll/contracts/run';

/** Bits per second of the line that the run's bytes took; null where it is not known. Several generators may share a line or not: that is not known. */
export function lineOf({ environment, generators }: Pick<Run, 'environment' | 'generators'>): number | null {
  return generators.length > 1 ? null : (environment?.lineBitsPerSecond ?? null);
}
