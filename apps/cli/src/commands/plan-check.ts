/** `plimsoll plan check`: what is wrong with a plan, by line, and what it would send. Asks nobody. */
import { peakConnections, peakRate, runLengthMs } from '@plimsoll/contracts/plan';
import { listRequests } from '@plimsoll/contracts/requests';
import { commandWords } from '@plimsoll/wording/command-words';
import { formatRate } from '@plimsoll/wording/rate';
import { formatLength } from '@plimsoll/wording/time';
import type { ExitReason } from '../result/exit-code.ts';
import { readPlan } from '../result/read-plan.ts';
import type { Context } from './context.ts';

export function checkPlan({ screen, onObject }: Context, file: string): ExitReason {
  const plan = readPlan(file);
  const lengthMs = runLengthMs(plan);
  const rate = peakRate(plan.load);
  const load = [
    rate === null ? `${peakConnections(plan.load)} connections` : formatRate(rate),
    ...(lengthMs === null ? [] : [formatLength(lengthMs)]),
  ].join(', ');
  const [{ url }] = listRequests(plan);
  if (onObject) onObject({ event: 'end', exit: { code: 0, reason: 'fine' }, name: plan.name, lengthMs, peakRate: rate });
  else screen.say(commandWords.result.planFits({ name: plan.name, url, load }));
  return 'fine';
}
