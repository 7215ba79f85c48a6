import { durationMs } from '@plimsoll/contracts/duration';
import type { Run } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';

/** Shorter runs have no part worth choosing. */
const leastSeconds = 4;

/** Seconds of a run that a window is chosen from, warm-up included; 0 where nothing was measured. */
export function windowSeconds({ plan, summary }: Pick<Run, 'plan' | 'summary'>): number {
  return summary ? Math.ceil((durationMs(plan.warmup) + summary.durationMs) / 1000 - 0.05) : 0;
}

/** True where a window can be chosen, or given up, in a run of so many seconds. */
export function canChoose(total: number, window: RunWindow | null): boolean {
  return total >= leastSeconds || (total > 0 && window !== null);
}
