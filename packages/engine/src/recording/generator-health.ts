/**
 * The health of this thread in each second. The scheduler spins for the last µs before a due time, which looks busy to the operating
 * system but is not, and sleeps inside a turn of the loop, which looks busy to the loop. Both are subtracted, so a utilisation near 1 means that the thread had no time left.
 */
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { openCoreWait } from '../pace/core-wait.ts';

export interface ThreadHealth {
  readonly eventLoopDelayP99Us: number;
  readonly eventLoopUtilisation: number;
  /** Time spent waiting by spinning, µs. */
  readonly idleSpinUs: number;
  readonly clockDriftMs: number;
  /** Share of the time in which this thread was runnable without a core; null where it is not known. */
  readonly waitedForCore: number | null;
}

const resolutionMs = 10;
/** A turn of the loop that took longer than this was no idle spin. */
const maxSpinUs = 1000;

export class HealthMeter {
  readonly #delay: ReturnType<typeof monitorEventLoopDelay>;
  #utilisation: EventLoopUtilization;
  #idleSpinUs = 0;
  #spunAtUs = 0;
  #spunEvents = -1;
  #blockedUs = 0;
  #wallMs: number;
  #monotonicMs: number;
  readonly #coreWait = openCoreWait();

  constructor() {
    this.#delay = monitorEventLoopDelay({ resolution: resolutionMs });
    this.#delay.enable();
    this.#utilisation = performance.eventLoopUtilization();
    this.#wallMs = Date.now();
    this.#monotonicMs = performance.now();
  }

  /** A turn of the event loop found nothing due. `events`: how many requests were sent or ended so far; if none since, it was idle. */
  spun(nowUs: number, events: number): void {
    const spunUs = nowUs - this.#spunAtUs;
    if (this.#spunEvents === events && spunUs < maxSpinUs) this.#idleSpinUs += spunUs;
    this.#spunAtUs = nowUs;
    this.#spunEvents = events;
  }

  /** A wait is over that took no processor time; the thread was blocked for so much of it. */
  waited(nowUs: number, blockedUs: number): void {
    this.#blockedUs += blockedUs;
    this.#spunAtUs = nowUs;
  }

  take(): ThreadHealth {
    const now = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(now, this.#utilisation);
    this.#utilisation = now;
    const wallMs = Date.now();
    const monotonicMs = performance.now();
    const clockDriftMs = monotonicMs - this.#monotonicMs - (wallMs - this.#wallMs);
    this.#wallMs = wallMs;
    this.#monotonicMs = monotonicMs;
    // The histogram holds the gaps between the monitor's timers; what exceeds their length is delay.
    const gapNs = this.#delay.count > 0 ? this.#delay.percentile(99) : 0;
    this.#delay.reset();
    const idleSpinUs = this.#idleSpinUs;
    this.#idleSpinUs = 0;
    const busyMs = Math.max(0, active - (idleSpinUs + this.#blockedUs) / 1000);
    this.#blockedUs = 0;
    return {
      eventLoopDelayP99Us: Math.max(0, Math.round(gapNs / 1000 - resolutionMs * 1000)),
      eventLoopUtilisation: active + idle > 0 ? Math.min(1, busyMs / (active + idle)) : 0,
      idleSpinUs,
      clockDriftMs,
      waitedForCore: this.#coreWait.take(),
    };
  }

  close(): void {
    this.#delay.disable();
    this.#coreWait.close();
  }
}
