/**
 * The load of one thread: pace × pump × transport × recorder, from the start of the warm-up to the last request. Time 0 is
 * the run's start. Closed loads stop at their end and cut off what is in flight; open loads wait for what they sent, up to
 * the timeout, because leaving out the slowest answers would flatter the target.
 */
import { durationMs } from '@plimsoll/contracts/duration';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { Clock } from './clock.ts';
import { ConnectionMeter } from './connection-meter.ts';
import { DeadlineList } from './deadline-list.ts';
import { endByRequests, endByTime, type LoopEnd } from './end-sentence.ts';
import { ErrorShelf } from './error-shelf.ts';
import { HealthMeter } from './generator-health.ts';
import type { Lane } from './lane.ts';
import type { LoopSample } from './loop-sample.ts';
import { LoopTimers } from './loop-timers.ts';
import { maskFor } from './mask.ts';
import type { Part } from './part.ts';
import { planPump } from './pump/plan-pump.ts';
import type { Pump, PumpOptions } from './pump/pump.ts';
import { Recorder } from './recorder.ts';
import { type Script, scriptOf } from './script.ts';
import { type MakeTransport, planTransport } from './transports/plan-transport.ts';
import type { LaneEvents, Transport } from './transports/transport.ts';

export interface LoopOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  readonly part: Part;
  readonly clock: Clock;
  readonly emit: (sample: LoopSample) => void;
  /** Another transport in place of the plan's: a test with a clock of its own has one without a network. */
  readonly transport?: MakeTransport;
  /** How long a second is, in µs: those of a rehearsal are short. */
  readonly secondUs?: number;
}

/** An open load waits this long at most for its last answers. */
const longestDrainMs = 30_000;
/** Beyond the timeout of the last request, so that it times out rather than being cut off at the same moment. */
const lastTimeoutMs = 100;
const histogramFloorUs = 60_000_000;

export class LoadLoop {
  readonly ended: Promise<LoopEnd>;
  readonly #options: LoopOptions;
  // What every request asks for stands here and not in the options, whose shape differs from caller to caller.
  readonly #clock: Clock;
  readonly #closed: boolean;
  readonly #secondUs: number;
  readonly #recorder: Recorder;
  readonly #pump: Pump;
  readonly #transport: Transport;
  readonly #deadlines: DeadlineList;
  readonly #health = new HealthMeter();
  readonly #shelf: ErrorShelf;
  readonly #lanes: Lane[] = [];
  readonly #script: Script;
  readonly #warmupUs: number;
  readonly #timeoutUs: number;
  /** When the load's own time is over. */
  readonly #endUs: number;
  #inFlight = 0;
  #events = 0;
  #spunAtUs = 0;
  #spunEvents = -1;
  #over = false;
  #exhausted = false;
  readonly #timers: LoopTimers;
  #resolve: (end: LoopEnd) => void = () => {};

  constructor(options: LoopOptions) {
    this.#options = options;
    const { plan, part } = options;
    this.#clock = options.clock;
    this.#closed = plan.load.model === 'closed';
    this.#secondUs = options.secondUs ?? 1_000_000;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timers = new LoopTimers(options.clock);
    this.#warmupUs = durationMs(plan.warmup) * 1000;
    this.#timeoutUs = durationMs(plan.timeout) * 1000;
    this.#shelf = new ErrorShelf(maskFor(plan));
    this.#deadlines = new DeadlineList(options.clock, (lane) => this.#transport.giveUp(lane, 'timeout'));
    this.#script = scriptOf({ plan, runId: options.runId, part, random: Math.random, wallMs: Date.now });
    const meter = new ConnectionMeter();
    this.#recorder = this.#newRecorder(meter);
    this.#transport = this.#newTransport(meter);
    const { pump, endUs } = planPump(plan, part, this.#script, this.#pumpOptions());
    this.#pump = pump;
    this.#endUs = endUs;
  }

  /** Begins when the clock reaches 0. */
  start(): void {
    const waitMs = -this.#clock.nowUs() / 1000;
    if (waitMs > 1) this.#timers.after(waitMs - 1, () => this.start());
    else if (waitMs > 0) setImmediate(() => this.start());
    else if (!this.#over) this.#begins();
  }

  #begins(): void {
    // What happened while it waited for its start is none of its first second's.
    this.#health.take();
    // The books also turn when nothing happens.
    this.#everySecond();
    if (this.#endUs < Number.POSITIVE_INFINITY) this.#timers.at(this.#endUs, () => this.#loadTimeOver());
    this.#pump.start();
  }

  /** Sends nothing more; what is in flight is cut off. */
  stop(reason: EndReason, message: string): void {
    this.#finish({ reason, message }, this.#clock.nowUs());
  }

  #newRecorder(meter: ConnectionMeter): Recorder {
    const { plan, emit } = this.#options;
    return new Recorder({
      open: !this.#closed,
      requestNames: plan.requests?.map(({ name }) => name) ?? [],
      secondUs: this.#secondUs,
      highestUs: Math.max(this.#timeoutUs, histogramFloorUs),
      warmupUs: this.#warmupUs,
      errorStatuses: plan.errorStatuses,
      meter,
      health: this.#health,
      levels: () => ({ inFlight: this.#inFlight, waiting: this.#pump.waiting }),
      beforeRoll: (boundaryUs) => this.#beforeRoll(boundaryUs),
      emit,
    });
  }

  #newTransport(meter: ConnectionMeter): Transport {
    const { plan, policy, clock, transport } = this.#options;
    const events: LaneEvents = {
      sent: (lane, nowUs) => {
        this.#events++;
        this.#bookAt(nowUs);
        this.#recorder.sent(lane, nowUs);
      },
      ended: (lane, nowUs, outcome) => this.#laneEnded(lane, nowUs, outcome),
      connected: (nowUs, phases) => {
        this.#bookAt(nowUs);
        this.#recorder.connected(phases);
      },
      broke: (error) => this.stop('failed', `The load generator failed: ${error instanceof Error ? error.message : String(error)}`),
    };
    return planTransport({ plan, policy, clock, meter, events, make: transport });
  }

  #pumpOptions(): PumpOptions {
    return {
      clock: this.#clock,
      recorder: this.#recorder,
      warmupUs: this.#warmupUs,
      timeoutUs: this.#timeoutUs,
      addConnection: () => {
        const lanes = this.#transport.addConnection();
        this.#lanes.push(...lanes);
        return lanes;
      },
      begin: (lane, dueUs, nowUs) => this.#begin(lane, dueUs, nowUs),
      usedUp: () => this.#script.usedUp !== null,
      rest: (lanes) => {
        for (const lane of lanes) this.#script.rested(lane);
        if (lanes[0]) this.#transport.hangUp(lanes[0]);
      },
      spun: (nowUs) => this.#spun(nowUs),
      exhausted: () => this.#pumpExhausted(),
    };
  }

  /** Answers false where there is nothing to send. */
  #begin(lane: Lane, dueUs: number, nowUs: number): boolean {
    if (this.#over) return true;
    if (!this.#script.begin(lane)) {
      this.#hadNothingToSend();
      return false;
    }
    lane.reset(dueUs, nowUs < this.#warmupUs);
    this.#inFlight++;
    this.#deadlines.add(lane, dueUs + this.#timeoutUs);
    this.#transport.begin(lane);
    return true;
  }

  /** The data rows are used up: an open load drops what is due, a closed load is over when all lanes are through. */
  #hadNothingToSend(): void {
    if (!this.#closed) this.#recorder.dropped();
    else if (this.#inFlight === 0) this.#pumpExhausted();
  }

  #laneEnded(lane: Lane, nowUs: number, transportOutcome: OutcomeKind): void {
    if (this.#over) return;
    if (nowUs >= this.#endUs && this.#closed) {
      this.#loadTimeOver();
      return;
    }
    this.#events++;
    this.#bookAt(nowUs);
    this.#deadlines.remove(lane);
    lane.active = false;
    this.#inFlight--;
    const detail = transportOutcome === 'response' && lane.request.judges ? this.#judge(lane, nowUs) : null;
    const outcome = detail === null ? transportOutcome : 'check_failed';
    if (this.#recorder.ended(lane, nowUs, outcome)) this.#recorder.example(this.#shelf.take(lane, outcome, detail, this.#recorder.second));
    this.#script.ended(lane, this.#recorder.isFailure(outcome, lane.status));
    if (outcome === 'refused_by_policy') this.stop('target_refused', lane.error instanceof Error ? lane.error.message : '');
    else if (transportOutcome === 'response') this.#pump.freed(lane, nowUs);
    // After an error the transport is still putting its connection away: the lane's next request begins a turn later.
    else setImmediate(() => !this.#over && this.#pump.freed(lane, this.#clock.nowUs()));
  }

  #judge(lane: Lane, nowUs: number): string | null {
    lane.responseTimeUs = this.#recorder.responseTimeUs(lane, nowUs);
    return lane.request.judge(lane);
  }

  #beforeRoll(boundaryUs: number): void {
    this.#pump.planBefore(boundaryUs);
    if (boundaryUs !== this.#warmupUs) return;
    // The warm-up keeps its own accounts: what waits is dropped in it, what waits for a connection counts as sent in it.
    this.#pump.dropWaiting();
    for (const lane of this.#lanes) if (lane.active) this.#recorder.sent(lane, boundaryUs);
  }

  #spun(nowUs: number): void {
    if (this.#spunEvents === this.#events) this.#health.spun(nowUs - this.#spunAtUs);
    this.#spunAtUs = nowUs;
    this.#spunEvents = this.#events;
  }

  #pumpExhausted(): void {
    this.#exhausted = true;
    if (this.#closed) {
      const nowUs = this.#clock.nowUs();
      this.#finish(endByRequests(this.#options.plan.load, this.#script.usedUp ?? this.#script.most), nowUs);
    } else this.#endIfDrained();
  }

  /** The load's own time is over. */
  #loadTimeOver(): void {
    const { plan } = this.#options;
    if (plan.load.model === 'closed') {
      this.#finish(endByTime(this.#options.plan.load), this.#endUs);
      return;
    }
    const drainMs = Math.min(durationMs(plan.timeout), longestDrainMs) + lastTimeoutMs;
    this.#timers.after(drainMs, () => this.#finish(endByTime(this.#options.plan.load), this.#clock.nowUs()));
    this.#endIfDrained();
  }

  #endIfDrained(): void {
    const nowUs = this.#clock.nowUs();
    if (this.#exhausted && this.#inFlight === 0 && this.#pump.waiting === 0 && nowUs >= this.#endUs)
      this.#finish(endByTime(this.#options.plan.load), nowUs);
  }

  #finish(end: LoopEnd, endUs: number): void {
    if (this.#over) return;
    this.#recorder.at(endUs - 1);
    this.#over = true;
    this.#pump.close();
    this.#timers.clear();
    this.#deadlines.close();
    this.#pump.dropWaiting();
    for (const lane of this.#lanes) {
      if (!lane.active) continue;
      lane.active = false;
      this.#inFlight--;
      this.#recorder.cutOff(lane, endUs - 1);
    }
    const closed = this.#transport.close();
    this.#recorder.finish(endUs);
    this.#health.close();
    closed.then(
      () => this.#resolve(end),
      (error) => this.#resolve({ reason: 'failed', message: `The connections could not be closed: ${String(error)}` }),
    );
  }

  /**
   * A closed load ends on the dot, and its end may have to wait for its turn: what comes in between belongs to the last second.
   * A second that begins after the end is never written out.
   */
  #bookAt(nowUs: number): void {
    this.#recorder.at(this.#closed ? Math.min(nowUs, this.#endUs - 1) : nowUs);
  }

  #everySecond(): void {
    const nowUs = this.#clock.nowUs();
    this.#bookAt(nowUs);
    this.#timers.after((this.#secondUs - (nowUs % this.#secondUs)) / 1000 + 1, () => this.#everySecond());
  }
}
