/**
 * Waits for a due time: by a timer of the event loop while it is milliseconds away, then asleep to a few µs before it, and for the rest by
 * turns of the event loop, which is exact. With nothing in flight the thread itself sleeps: nothing is to be heard but what can wait some ms
 * (a target that closes, an order to stop). With requests in flight the timer thread wakes the event loop. Each waking costs some 20 µs of
 * processor time, so a wait that was begun with requests in flight is begun again when the last of them ends.
 */
import type { Clock } from './clock.ts';
import type { CoreWait } from './core-wait.ts';
import { SpinMargin } from './spin-margin.ts';
import { sleepThread } from './thread-sleep.ts';
import type { TimerLane } from './timer-lane.ts';

/** setTimeout counts in whole ms and comes up to 1.1 ms late. */
const timerLeadUs = 2000;
const byTimerUs = { alone: 5000, inFlight: 3000 } as const;
/** setTimeout has an upper bound. */
const maxTimerMs = 60_000;
/**
 * Less sleep is not worth what a waking may be late: up to 2 000 requests a second have more between them. On a busy machine (the second
 * figure) each µs of it is credit with the scheduler. Read by index: a branch that first runs in the load is not compiled.
 */
const leastSleepUs = { alone: [400, 40], inFlight: [400, 80] } as const;
/** The timer thread may itself be held up: a timer stands behind it. */
const backstopMs = 1;

export interface WaitMeter {
  /** One turn of the event loop passed in which nothing was due. */
  spun(nowUs: number): void;
  /** A wait without processor time is over. The thread was blocked for so much of it. */
  waited(nowUs: number, blockedUs: number): void;
}

export interface DueWaitOptions {
  readonly clock: Clock;
  readonly meter: WaitMeter;
  /** null: where the timer thread would wake it, the loop turns. */
  readonly lane: TimerLane | null;
  /** The interval at which it looks whether the machine has other work, µs. */
  readonly lookUs: number;
  /** Absent: what the operating system says of this thread. */
  readonly coreWait?: CoreWait | undefined;
  readonly act: () => void;
}

export class DueWait {
  readonly #clock: Clock;
  readonly #meter: WaitMeter;
  readonly #lane: TimerLane | null;
  readonly #act: () => void;
  readonly #margin: SpinMargin;
  #timer: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  /** The time at which the wait under way should end; null: it is a turn of the event loop. */
  #askedUs: number | null = null;
  readonly #fire = () => this.#over();

  /** `act` is called when something may be due, or soon will be: it looks itself, and waits again. */
  constructor({ clock, meter, lane, lookUs, coreWait, act }: DueWaitOptions) {
    this.#clock = clock;
    this.#meter = meter;
    this.#lane = lane;
    this.#act = act;
    this.#margin = new SpinMargin(lookUs, coreWait);
  }

  /** This is too short to sleep. */
  spins(waitUs: number, nowUs: number): boolean {
    return waitUs < this.#margin.at(nowUs) + this.#leastSleep('alone');
  }

  /** Replaces the wait under way. `inFlight`: the event loop must be heard meanwhile. */
  until(dueUs: number, nowUs: number, inFlight: boolean): void {
    this.cancel();
    const waitUs = dueUs - nowUs;
    if (waitUs >= (inFlight ? byTimerUs.inFlight : byTimerUs.alone)) {
      const ms = Math.min(maxTimerMs, Math.floor((waitUs - timerLeadUs) / 1000));
      this.#askedUs = Number.POSITIVE_INFINITY;
      this.#timer = setTimeout(this.#fire, ms);
      return;
    }
    const sleepUs = waitUs - this.#margin.at(nowUs);
    const slept = sleepUs >= this.#leastSleep(inFlight ? 'inFlight' : 'alone');
    if (!inFlight && slept) this.#sleep(sleepUs, nowUs);
    else if (inFlight && slept && this.#lane?.arm(sleepUs, this.#fire)) {
      this.#askedUs = nowUs + sleepUs;
      this.#timer = setTimeout(this.#fire, Math.ceil(sleepUs / 1000) + backstopMs);
    } else this.#immediate = setImmediate(this.#fire);
  }

  /** The last request in flight ended: what is left is slept in one, where the event loop's timer would have woken it between. */
  emptied(dueUs: number, nowUs: number): void {
    if (this.#askedUs !== Number.POSITIVE_INFINITY || dueUs - nowUs >= byTimerUs.alone) return;
    this.cancel();
    this.#immediate = setImmediate(this.#fire);
  }

  /** It waits no more. */
  close(): void {
    this.cancel();
    this.#margin.close();
    this.#lane?.release();
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#immediate) clearImmediate(this.#immediate);
    this.#lane?.disarm();
    this.#timer = null;
    this.#immediate = null;
    this.#askedUs = null;
  }

  /** Events that came meanwhile are heard in the turn of the loop that follows, before anything is sent: a closed connection above all. */
  #sleep(us: number, nowUs: number): void {
    sleepThread(us);
    const wokeUs = this.#clock.nowUs();
    this.#meter.waited(wokeUs, wokeUs - nowUs);
    this.#margin.woke(wokeUs - nowUs - us);
    this.#immediate = setImmediate(this.#fire);
  }

  #over(): void {
    const nowUs = this.#clock.nowUs();
    if (this.#askedUs !== null) {
      this.#meter.waited(nowUs, 0);
      if (this.#askedUs !== Number.POSITIVE_INFINITY) this.#margin.woke(nowUs - this.#askedUs);
    }
    this.cancel();
    this.#act();
  }

  #leastSleep(kind: keyof typeof leastSleepUs): number {
    return leastSleepUs[kind][this.#margin.busy] as number;
  }
}
