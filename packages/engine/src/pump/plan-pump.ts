/** The pump of a plan's load, and when that load's own time is over. */
import { durationMs } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import { closedPace } from '../pace/closed.ts';
import { openDueTimes, openSeconds } from '../pace/open.ts';
import { type Part, shareOf } from '../part.ts';
import type { Script } from '../script.ts';
import { ClosedPump } from './closed-pump.ts';
import { OpenPump } from './open-pump.ts';
import type { Pump, PumpOptions } from './pump.ts';

/** `endUs` is Infinity where only a number of requests ends the load. */
export function planPump(plan: Plan, part: Part, script: Script, options: PumpOptions): { readonly pump: Pump; readonly endUs: number } {
  const { load } = plan;
  if (load.model === 'closed') {
    const pace = closedPace(plan, load, part, script.most);
    return { pump: new ClosedPump(pace, options), endUs: pace.endUs };
  }
  const due = openDueTimes(plan, load, part, script.most);
  const [connections, queued] = [shareOf(load.maxConnections, part), shareOf(load.maxQueued, part)];
  const endUs = durationMs(plan.warmup) * 1000 + Math.round(openSeconds(load) * 1e6);
  return { pump: new OpenPump(due, connections, queued, options), endUs };
}
