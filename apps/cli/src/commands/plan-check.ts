/** `plimsoll plan check`: what is wrong with a plan, by line, and what it would send. Asks nobody. */
import { peakRate, runLengthMs } from '@plimsoll/contracts/plan';
import { listRequests } from '@plimsoll/contracts/requests';
import { commandWords } from '@plimsoll/wording/command-words';
import type { ExitReason } from '../result/exit-code.ts';
import { readPlan } from '../result/read-plan.ts';
import type { Context } from './context.ts';
import { plannedLoad } from './planned-load.ts';

export function checkPlan({ screen, onObject }: Context, file: string): ExitReason {
  const plan = readPlan(file);
  const { name } = plan;
  const [{ url }] = listRequests(plan);
  const figures = { lengthMs: runLengthMs(plan), peakRate: peakRate(plan.load) };
  if (onObject) onObject({ event: 'end', exit: { code: 0, reason: 'fine' }, name, ...figures });
  else screen.say(commandWords.result.planFits({ name, url, load: plannedLoad(plan) }));
  return 'fine';
}
