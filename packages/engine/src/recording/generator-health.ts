/**
 * The health of this thread in each second. The scheduler spins until the next due time, which looks busy to the operating system but
 * is not. That time is subtracted, so a utilisation near 1 means that the thread had no time left.
 */
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';

export interface ThreadHealth {
  readonly eventLoopDelayP99Us: number;
  readonly eventLoopUtilisation: number;
  /** Time spent waiting by spinning, µs. */
  readonly idleSpinUs: number;
  readonly clockDriftMs: number;
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
  #wallMs: number;
  #monotonicMs: number;

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
    const busyMs = Math.max(0, active - idleSpinUs / 1000);
    return {
      eventLoopDelayP99Us: Math.max(0, Math.round(gapNs / 1000 - resolutionMs * 1000)),
      eventLoopUtilisation: active + idle > 0 ? Math.min(1, busyMs / (active + idle)) : 0,
      idleSpinUs,
      clockDriftMs,
    };
  }

  close(): void {
    this.#delay.disable();
  }
}
