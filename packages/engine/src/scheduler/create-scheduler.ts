/** The scheduler of a plan's load, and the time at which the load ends. */
import { durationMs } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import { closedPace } from '../pace/closed-pace.ts';
import { dueApart, type Seat } from '../pace/due-apart.ts';
import { openDueTimes, openSeconds } from '../pace/open-due-times.ts';
import { type Partition, partitionShare, requestLimit } from '../pace/partition.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { ClosedScheduler } from './closed-scheduler.ts';
import { OpenScheduler } from './open-scheduler.ts';
import type { Scheduler, SchedulerOptions } from './scheduler.ts';

/** `endUs` is Infinity if only a number of requests ends the load. */
export function createScheduler(
  plan: Plan,
  partition: Partition,
  scenario: Scenario,
  seat: Seat | null,
  options: SchedulerOptions,
): { readonly scheduler: Scheduler; readonly endUs: number } {
  const { load } = plan;
  const { turns } = options;
  const active = requestLimit(plan, partition);
  if (load.model === 'closed') {
    const pace = closedPace(plan, load, partition, scenario.maxRequests);
    return { scheduler: new ClosedScheduler(pace, active, options), endUs: turns?.clockUs(pace.endUs) ?? pace.endUs };
  }
  const own = openDueTimes(plan, load, partition, scenario.maxRequests);
  const limits = { connections: partitionShare(load.maxConnections, partition), queued: partitionShare(load.maxQueued, partition), active };
  const endUs = durationMs(plan.warmup) * 1000 + Math.round(openSeconds(load) * 1e6);
  const atOnce = seat ? dueApart(own, endUs, seat) : own;
  const due = turns ? { next: () => turns.clockUs(own.next()) } : atOnce;
  return { scheduler: new OpenScheduler(due, limits, options), endUs: turns?.clockUs(endUs) ?? endUs };
}
