/** The pacer of a load thread, and what the thread's loads count of its waits. */

import { Pacer, type PacerOptions } from '../pace/pacer.ts';
import { TimerLane } from '../pace/timer-lane.ts';
import type { HealthMeter } from '../recording/generator-health.ts';

/** A load of the thread, as its waits concern it. */
export interface PacedLoop {
  /** Requests and messages sent or ended so far. */
  readonly events: number;
  readonly health: Pick<HealthMeter, 'spun' | 'waited'>;
}

export interface ThreadPacerOptions extends Pick<PacerOptions, 'clock' | 'lookUs' | 'coreWait' | 'random'> {
  /** The memory of the timer thread; null: the event loop turns where it would be used. */
  readonly timer: SharedArrayBuffer | null;
  /** Is any load of it open? */
  readonly open: boolean;
  /** May be filled until the first of them begins. */
  readonly loops: readonly PacedLoop[];
}

/** The thread is idle in a turn of its event loop only if all of its loads are. */
export function openThreadPacer({ timer, open, loops, ...options }: ThreadPacerOptions): Pacer {
  const meter = {
    spun(nowUs: number) {
      let events = 0;
      for (const loop of loops) events += loop.events;
      for (const loop of loops) loop.health.spun(nowUs, events);
    },
    waited(nowUs: number, blockedUs: number) {
      for (const loop of loops) loop.health.waited(nowUs, blockedUs);
    },
  };
  return new Pacer({ ...options, meter, lane: open ? TimerLane.claim(timer) : null });
}
