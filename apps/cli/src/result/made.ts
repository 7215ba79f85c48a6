/** What a command made, wherever it was made: shown, written into files and judged alike. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Capacity, Experiment } from '@plimsoll/contracts/experiment';
import type { ComparisonFileFormat, RunFileFormat } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Try } from '@plimsoll/pages/tries-figures';
import type { Spoken } from './exit-code.ts';

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
  /** What its verdict is read of. */
  readonly of: Spoken;
  /** All runs of all sides. */
  readonly runs: readonly Run[];
  readonly link: string | null;
  file(format: ComparisonFileFormat): Promise<string>;
}

/** A search for the highest rate that a target carries. */
export interface MadeCapacity {
  readonly kind: 'capacity';
  readonly name: string;
  /** Null: nothing was found out. */
  readonly found: Capacity | null;
  /** What each of its runs showed. */
  readonly tries: readonly Try[];
  readonly limits: readonly string[];
  readonly runs: readonly Run[];
  readonly link: string | null;
}

export type Made = MadeRun | MadeComparison | MadeCapacity;
