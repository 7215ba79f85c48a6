/** The scheduler of a thread's load, and what it asks of the connections: one more, or one that has nothing to do for a while. */

import type { RequestSlot } from '../protocol/request-slot.ts';
import type { Transport } from '../protocol/transport.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createScheduler } from '../scheduler/create-scheduler.ts';
import type { Scheduler, SchedulerOptions } from '../scheduler/scheduler.ts';
import type { LoopOptions } from './loop-options.ts';

interface LoopParts {
  readonly scenario: Scenario;
  readonly transport: Transport;
  /** Slots of every connection that is made are added to it. */
  readonly slots: RequestSlot[];
}

type OfTheLoop = Omit<SchedulerOptions, 'clock' | 'addConnection' | 'usedUp' | 'deactivate'>;

/** `endUs`: when the load ends by time; Infinity if only a number of requests ends it. */
export function createLoopScheduler(
  { plan, partition, seat = null, clock }: LoopOptions,
  { scenario, transport, slots }: LoopParts,
  { recorder, isWarm, turns, timeoutUs, begin, pacer, exhausted }: OfTheLoop,
): { readonly scheduler: Scheduler; readonly endUs: number } {
  return createScheduler(plan, partition, scenario, seat, {
    clock,
    recorder,
    isWarm,
    turns,
    timeoutUs,
    addConnection: () => {
      const added = transport.addConnection();
      slots.push(...added);
      return added;
    },
    begin,
    usedUp: () => scenario.usedUp !== null,
    deactivate: (idle) => {
      for (const slot of idle) scenario.deactivated(slot);
      if (idle[0]) transport.disconnect(idle[0]);
    },
    pacer,
    exhausted,
  });
}
