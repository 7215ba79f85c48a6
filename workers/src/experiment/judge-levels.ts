/** The limit of each variant of a sweep: its runs as the one judge of limits stamped them. */
import type { SweepLevel } from '@plimsoll/contracts/experiment';
import { commonLimit } from '@plimsoll/statistics/common-limit';
import { findDisturbance } from '@plimsoll/statistics/judge-try';
import type { StepRow } from '@plimsoll/store/experiment-row';

/** Only variants with a completed run that was judged. */
export function judgeLevels(steps: readonly StepRow[]): SweepLevel[] {
  const variants = [...new Set(steps.map(({ variant }) => variant))].sort((a, b) => a - b);
  return variants.flatMap((variant) => {
    const judged = steps.flatMap((step) =>
      step.variant === variant && step.state === 'completed' && step.validity ? [step.validity] : [],
    );
    const limits = judged.flatMap(({ limit }) => limit ?? []);
    if (limits.length === 0) return [];
    const disturbances = judged.map(findDisturbance);
    const disturbed = (['other_work', 'generator'] as const).find((by) => disturbances.includes(by)) ?? null;
    return [{ variant, limit: commonLimit(limits), disturbed }];
  });
}
