/** Something that the soak does to the stack. */
import type { ScaledStack } from './scaled-stack.ts';

export interface Fault {
  readonly name: string;
  /** May a run under way end by it, and say so? Where not, every run must complete. */
  readonly endsRuns: boolean;
  strike(stack: ScaledStack, round: number): Promise<void>;
}
