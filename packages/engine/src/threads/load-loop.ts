/**
 * The load of one thread: scheduler, scenario, transport and recorder, from the start of the plan's warm-up to the last request.
 * Time 0 is the run's start. Closed loads stop at their end and cut off what is in flight. Open loads wait for what they sent, up to
 * the timeout: without the slowest answers the target would look better than it is.
 */
import { durationMs } from '@plimsoll/contracts/duration';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { timeoutMs } from '@plimsoll/contracts/request-timeout';
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import { sideTime } from '@plimsoll/contracts/turns';
import { createSecretMask } from '@plimsoll/network/secret-mask';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import type { Clock } from '../pace/clock.ts';
import { DeadlineList } from '../pace/deadline-list.ts';
import type { Pacer } from '../pace/pacer.ts';
import { wakeExactly } from '../pace/thread-sleep.ts';
import { ConnectionMeter } from '../protocol/connection-meter.ts';
import { MemoryBudget } from '../protocol/memory-budget.ts';
import { compileRequests, type Protocol } from '../protocol/protocol.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import type { RequestEvents, Transport } from '../protocol/transport.ts';
import { BusySlots } from '../recording/busy-slots.ts';
import { ErrorSampler } from '../recording/error-sampler.ts';
import { HealthMeter } from '../recording/generator-health.ts';
import type { Recorder } from '../recording/recorder.ts';
import { createScenario } from '../scenario/create-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { TraceSampler } from '../scenario/trace-sampler.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { closingFailed, endByLease, generatorFailed, type LoadEnd, targetRefused } from '../stopping/load-end.ts';
import type { LeaseView } from '../stopping/send-lease.ts';
import { createTransport } from './create-transport.ts';
import type { LoopOptions } from './loop-options.ts';
import { createLoopRecorder } from './loop-recorder.ts';
import { createLoopScheduler } from './loop-scheduler.ts';
import { LoopTimers } from './loop-timers.ts';
import { OwnEnd } from './own-end.ts';
import { protocolOf } from './protocol-of.ts';
import { openThreadPacer, type PacedLoop } from './thread-pacer.ts';

/** The times a second at which an open load asks whether the machine has other work. */
export const looksASecond = 4;

export class LoadLoop implements PacedLoop {
  readonly ended: Promise<LoadEnd>;
  /** Requests and messages sent or ended so far. */
  events = 0;
  readonly #options: LoopOptions;
  // Fields that every request reads stand here. The options have another shape for each caller, which makes reads slower.
  readonly #clock: Clock;
  readonly #closed: boolean;
  readonly #lease: Pick<LeaseView, 'isOver'>;
  readonly #secondUs: number;
  readonly #lookUs: number;
  readonly #pacer: Pacer;
  readonly #recorder: Recorder;
  readonly #scheduler: Scheduler;
  readonly #transport: Transport;
  readonly #deadlines: DeadlineList<RequestSlot>;
  readonly health = new HealthMeter();
  readonly #errorSampler: ErrorSampler;
  readonly #slots: RequestSlot[] = [];
  readonly #scenario: Scenario;
  /** Null where the plan asks for no traces. */
  readonly #traces: TraceSampler | null;
  readonly #timeoutUs: number;
  /** The end of the load by time, µs; Infinity if only requests end it. */
  readonly #endUs: number;
  readonly #busySlots = new BusySlots();
  #over = false;
  readonly #timers: LoopTimers;
  readonly #ownEnd: OwnEnd;
  #resolve: (end: LoadEnd) => void = () => {};

  constructor(options: LoopOptions) {
    this.#options = options;
    const { plan, partition } = options;
    this.#clock = options.clock;
    this.#closed = plan.load.model === 'closed';
    this.#lease = options.lease ?? { isOver: () => false };
    this.#secondUs = options.secondUs ?? 1_000_000;
    this.#lookUs = this.#secondUs / looksASecond;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timers = new LoopTimers(options.clock);
    this.#timeoutUs = timeoutMs(plan) * 1000;
    this.#errorSampler = new ErrorSampler(createSecretMask(plan));
    this.#deadlines = new DeadlineList(options.clock, (slot) => this.#transport.giveUp(slot, 'timeout'));
    const { timer = null } = options;
    const alone = { clock: options.clock, timer, open: !this.#closed, lookUs: this.#lookUs, random: Math.random, loops: [this] };
    this.#pacer = options.pacer ?? openThreadPacer(alone);
    const protocol = options.protocol ?? protocolOf(plan);
    const requests = compileRequests(protocol, plan, options.runId);
    this.#scenario = createScenario({ plan, requests, partition, random: Math.random, wallMs: Date.now });
    this.#traces = plan.tracing ? new TraceSampler(plan.tracing.sample, Math.random) : null;
    const meter = new ConnectionMeter();
    const turns = options.turns ? sideTime(options.turns) : null;
    this.#recorder = createLoopRecorder(options, {
      secondUs: this.#secondUs,
      timeoutUs: this.#timeoutUs,
      warmupUs: durationMs(plan.warmup) * 1000,
      meter,
      health: this.health,
      gauges: (endUs) => ({ ...this.#busySlots.take(endUs), waiting: this.#scheduler.waiting, slots: this.#scheduler.slots }),
      turns,
      pacer: this.#pacer,
      beforeRoll: (boundaryUs, changes) => this.#beforeRoll(boundaryUs, changes),
    });
    this.#transport = this.#newTransport(protocol, meter);
    const parts = { scenario: this.#scenario, transport: this.#transport, slots: this.#slots };
    const { scheduler, endUs } = createLoopScheduler(options, parts, {
      recorder: this.#recorder,
      isWarm: (nowUs) => {
        this.#recordUntil(nowUs);
        return this.#recorder.isWarm(nowUs);
      },
      turns,
      timeoutUs: this.#timeoutUs,
      begin: (slot, dueUs, nowUs) => this.#begin(slot, dueUs, nowUs),
      pacer: this.#pacer,
      exhausted: () => this.#ownEnd.exhausted(),
    });
    this.#scheduler = scheduler;
    this.#endUs = endUs;
    this.#ownEnd = new OwnEnd({
      plan,
      clock: this.#clock,
      timers: this.#timers,
      scenario: this.#scenario,
      endUs,
      isIdle: () => this.#busySlots.count === 0 && scheduler.waiting === 0,
      finish: (end, atUs) => this.#finish(end, atUs),
    });
  }

  /** Begins when the clock reaches 0. */
  start(): void {
    const waitMs = -this.#clock.nowUs() / 1000;
    if (waitMs > 1) this.#timers.after(waitMs - 1, () => this.start());
    else if (waitMs > 0) setImmediate(() => this.start());
    else if (!this.#over) this.#begins();
  }

  #begins(): void {
    wakeExactly();
    // Events during the wait for the start do not belong to the first second.
    this.health.take();
    // Seconds must also end when nothing happens.
    this.#everySecond();
    if (this.#endUs < Number.POSITIVE_INFINITY) this.#timers.at(this.#endUs, () => this.#ownEnd.timeOver());
    this.#scheduler.start();
  }

  /** Sends nothing more. Requests in flight are cut off. */
  stop(reason: EndReason, ending: LoadEnding): void {
    this.#finish({ reason, ending }, this.#clock.nowUs());
  }

  #newTransport(protocol: Protocol, meter: ConnectionMeter): Transport {
    const { plan, policy, detour = null, keptBodiesBytes, clock, timer = null } = this.#options;
    const bodies = new MemoryBudget(keptBodiesBytes);
    const events: RequestEvents = {
      sent: (slot, nowUs) => {
        this.events++;
        this.#recordUntil(nowUs);
        this.#recorder.sent(slot, nowUs);
      },
      ended: (slot, nowUs, outcome) => this.#requestEnded(slot, nowUs, outcome),
      connected: (nowUs, phases) => {
        this.#recordUntil(nowUs);
        this.#recorder.connected(phases);
      },
      stream: (nowUs) => {
        this.events++;
        this.#recordUntil(nowUs);
        return this.#recorder.stream;
      },
      ...this.#pacer.meter,
      internalError: (error) => this.#finish(generatorFailed(error), this.#clock.nowUs()),
    };
    const hidden = () => this.#errorSampler.hideAnswers();
    return createTransport(protocol, { plan, policy, detour, bodies, clock, timer, lookUs: this.#lookUs, meter, events, hidden });
  }

  /** Answers false if there is nothing to send. */
  #begin(slot: RequestSlot, dueUs: number, nowUs: number): boolean {
    // The bounds of the warm-up must not depend on when a second is noticed to be over.
    this.#recordUntil(nowUs);
    if (this.#over) return true;
    if (this.#lease.isOver(nowUs)) {
      this.#finish(endByLease(), nowUs);
      return true;
    }
    if (!this.#scenario.begin(slot)) {
      this.#hadNothingToSend();
      return false;
    }
    slot.reset(dueUs, this.#recorder.isWarm(dueUs));
    if (this.#traces !== null) this.#traces.draw(slot);
    this.#busySlots.begin(nowUs);
    this.#deadlines.add(slot, dueUs + this.#timeoutUs);
    this.#transport.begin(slot);
    return true;
  }

  /** The data rows are used up. An open load drops what is due; a closed load is over when nothing is in flight. */
  #hadNothingToSend(): void {
    if (!this.#closed) this.#recorder.dropped();
    else if (this.#busySlots.count === 0) this.#ownEnd.exhausted();
  }

  #requestEnded(slot: RequestSlot, nowUs: number, transportOutcome: OutcomeKind): void {
    if (this.#over) return;
    if (nowUs >= this.#endUs && this.#closed) {
      this.#ownEnd.timeOver();
      return;
    }
    this.events++;
    this.#recordUntil(nowUs);
    this.#deadlines.remove(slot);
    slot.active = false;
    this.#busySlots.end(nowUs);
    const good = slot.request.judges && !this.#recorder.isFailure(transportOutcome, slot);
    const found = good ? this.#judge(slot, nowUs) : null;
    const outcome = found === null ? transportOutcome : 'check_failed';
    if (this.#recorder.ended(slot, nowUs, outcome))
      this.#recorder.example(this.#errorSampler.take(slot, outcome, found, this.#recorder.second));
    else if (slot.location !== null && !slot.warm) this.#recorder.example(this.#errorSampler.takeRedirect(slot, this.#recorder.second));
    if (slot.traceId !== null && !slot.warm) this.#recorder.traced(slot, slot.traceId, nowUs, outcome);
    this.#scenario.ended(slot, this.#recorder.isFailure(outcome, slot));
    slot.release();
    if (outcome === 'refused_by_policy') this.stop('target_refused', targetRefused(slot.error));
    else if (transportOutcome === 'response') this.#scheduler.freed(slot, nowUs);
    // After an error the transport is still closing its connection, so the slot's next request begins one turn of the loop later.
    else setImmediate(() => this.#freedLater(slot));
  }

  #freedLater(slot: RequestSlot): void {
    if (this.#over) return;
    const nowUs = this.#clock.nowUs();
    // A second may have ended meanwhile: a request that waits at the end of the warm-up is dropped in it, and not sent after it.
    this.#recordUntil(nowUs);
    this.#scheduler.freed(slot, nowUs);
  }

  #judge(slot: RequestSlot, nowUs: number): CheckFailure | null {
    slot.responseTimeUs = this.#recorder.responseTimeUs(slot, nowUs);
    return slot.judge();
  }

  #beforeRoll(boundaryUs: number, changes: boolean): void {
    this.#scheduler.planBefore(boundaryUs);
    if (!changes) return;
    // A warm-up is counted by itself: what waits is dropped in it, and what waits for a connection counts as sent in it.
    this.#scheduler.settle(boundaryUs);
    for (const slot of this.#slots) if (slot.active) this.#recorder.sent(slot, boundaryUs);
  }

  #finish(end: LoadEnd, endUs: number): void {
    if (this.#over) return;
    this.#recorder.at(endUs - 1);
    this.#over = true;
    this.#scheduler.close();
    if (!this.#options.pacer) this.#pacer.close();
    this.#timers.clear();
    this.#deadlines.close();
    this.#scheduler.dropWaiting();
    for (const slot of this.#slots) {
      if (!slot.active) continue;
      slot.active = false;
      this.#busySlots.end(endUs);
      this.#recorder.cutOff(slot, endUs - 1);
    }
    const closed = this.#transport.close();
    this.#recorder.finish(endUs);
    this.health.close();
    closed.then(
      () => this.#resolve(end),
      (error) => this.#resolve(closingFailed(error)),
    );
  }

  /** A closed load ends exactly at its end, but the timer may be late: what happens in between belongs to the last second. */
  #recordUntil(nowUs: number): void {
    this.#recorder.at(this.#closed ? Math.min(nowUs, this.#endUs - 1) : nowUs);
  }

  #everySecond(): void {
    const nowUs = this.#clock.nowUs();
    this.#recordUntil(nowUs);
    this.#timers.after((this.#secondUs - (nowUs % this.#secondUs)) / 1000 + 1, () => this.#everySecond());
  }
}
