/** The arms of a comparison, each with the name that people read. */
import type { Arm, ComparisonResult } from '@plimsoll/contracts/comparison';

export interface NamedResult {
  /** Of the candidate. */
  readonly name: string;
  readonly result: ComparisonResult;
}

/** One arm as charts show it; the first is the base. */
export interface NamedArm {
  readonly name: string;
  readonly arm: Arm;
  /** Of the whole arm, as the verdicts have them. */
  readonly p99Us: number | null;
  readonly throughput: number | null;
}
