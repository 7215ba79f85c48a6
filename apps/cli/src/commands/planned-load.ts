/** The load of a plan in a few words: `10/s, 10 s`. */
import { type Plan, peakConnections, peakRate, runLengthMs } from '@plimsoll/contracts/plan';
import { formatRate } from '@plimsoll/wording/rate';
import { formatLength } from '@plimsoll/wording/time';

export function plannedLoad(plan: Plan): string {
  const rate = peakRate(plan.load);
  const lengthMs = runLengthMs(plan);
  return [
    rate === null ? `${peakConnections(plan.load)} connections` : formatRate(rate),
    ...(lengthMs === null ? [] : [formatLength(lengthMs)]),
  ].join(', ');
}
