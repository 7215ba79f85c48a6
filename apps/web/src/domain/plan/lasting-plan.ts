import { durationMs, formatDuration } from '@plimsoll/contracts/duration';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';

/** The plan with a load that ends after this time and by nothing else. Stages keep their shape, and go on for a little longer at most. */
export function lastingPlan(plan: Plan, ms: number): Plan {
  const { stages } = plan.load;
  if (stages) {
    const times = ms / (loadDurationMs(plan.load) ?? ms);
    const longer = stages.map(({ to, over }) => ({ to, over: formatDuration(Math.ceil((durationMs(over) * times) / 100) * 100) }));
    return { ...plan, load: { ...plan.load, stages: longer } };
  }
  const duration = formatDuration(ms);
  if (plan.load.model === 'open') return { ...plan, load: { ...plan.load, duration } };
  const { requests: _requests, ...load } = plan.load;
  return { ...plan, load: { ...load, duration } };
}
