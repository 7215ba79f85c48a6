/** What a command made, wherever it was made: shown, written into files and judged alike. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { ComparisonFileFormat, RunFileFormat } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';

export interface MadeRun {
  readonly kind: 'run';
  readonly run: Run;
  /** Its page; null where no server has it. */
  readonly link: string | null;
  file(format: RunFileFormat): Promise<string>;
}

export interface MadeComparison {
  readonly kind: 'comparison';
  readonly name: string;
  /** Null: nothing could be compared. */
  readonly result: ComparisonResult | null;
  readonly power: Experiment['power'];
  /** All runs of all sides. */
  readonly runs: readonly Run[];
  readonly link: string | null;
  file(format: ComparisonFileFormat): Promise<string>;
}

export type Made = MadeRun | MadeComparison;
