/** Each lane sends its next request when the previous one ended, as many connections at work as the pace says. */
import type { Lane } from '../lane.ts';
import type { ClosedPace } from '../pace/closed.ts';
import type { Pump, PumpOptions } from './pump.ts';

const rampStepMs = 20;

export class ClosedPump implements Pump {
  readonly waiting = 0;
  readonly #options: PumpOptions;
  readonly #pace: ClosedPace;
  readonly #connections: Lane[][] = [];
  /** Which connection a lane belongs to. */
  readonly #place = new Map<Lane, number>();
  #allowed = 0;
  #begun = 0;
  #ended = 0;
  #ramp: NodeJS.Timeout | null = null;

  constructor(pace: ClosedPace, options: PumpOptions) {
    this.#pace = pace;
    this.#options = options;
  }

  start(): void {
    this.#adjust();
    if (this.#pace.ramps) this.#ramp = setInterval(() => this.#adjust(), rampStepMs);
    if (this.#pace.requests === 0) this.#options.exhausted();
  }

  freed(lane: Lane, nowUs: number): void {
    if (!lane.warm && ++this.#ended >= this.#pace.requests) this.#options.exhausted();
    else this.#beginOn(lane, nowUs);
  }

  planBefore(): void {}

  dropWaiting(): void {}

  close(): void {
    if (this.#ramp) clearInterval(this.#ramp);
  }

  /** Sets lanes to work up to the number of connections the pace allows now; the others stop when their request ends. */
  #adjust(): void {
    const nowUs = this.#options.clock.nowUs();
    this.#allowed = this.#pace.connectionsAt(nowUs);
    while (this.#connections.length < this.#allowed) {
      const lanes = this.#options.addConnection();
      for (const lane of lanes) this.#place.set(lane, this.#connections.length);
      this.#connections.push(lanes);
    }
    for (const [place, lanes] of this.#connections.entries()) {
      if (place >= this.#allowed) break;
      // Opening a connection takes a while: each request is due when its own turn comes.
      for (const lane of lanes) if (!lane.active) this.#beginOn(lane, this.#options.clock.nowUs());
    }
    if (this.#pace.ramps)
      for (const lanes of this.#connections.slice(this.#allowed)) if (lanes.every((lane) => !lane.active)) this.#options.rest(lanes);
  }

  #beginOn(lane: Lane, nowUs: number): void {
    const place = this.#place.get(lane) ?? 0;
    if (place >= this.#allowed) {
      const lanes = this.#connections[place] ?? [];
      if (lanes.every((other) => !other.active)) this.#options.rest(lanes);
      return;
    }
    const counts = nowUs >= this.#options.warmupUs;
    if (counts && this.#begun >= this.#pace.requests) return;
    if (counts) this.#begun++;
    if (!this.#options.begin(lane, nowUs, nowUs) && counts) this.#begun--;
  }
}
