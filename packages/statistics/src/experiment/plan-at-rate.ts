/** The plan of one step of a capacity search. */
import { formatDuration } from '@plimsoll/contracts/duration';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';

/** The confirming run is so many times as long as the others. */
export const confirmingTimes = 2;

/** The same plan at a constant rate, for so many times as long as it lasts. A closed load has no rate and stays as it is. */
export function planAtRate(plan: Plan, ratePerSecond: number, times = 1): Plan {
  if (plan.load.model !== 'open') return plan;
  const { stages: _, startRate: __, ...load } = plan.load;
  return { ...plan, load: { ...load, rate: ratePerSecond, duration: formatDuration(times * (loadDurationMs(plan.load) ?? 0)) } };
}
