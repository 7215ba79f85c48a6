/**
 * The load of one thread: pace × pump × transport × recorder, from the start of the warm-up to the last request. Time 0 is
 * the run's start. Closed loads stop at their end and cut off what is in flight; open loads wait for what they sent, up to
 * the timeout, because leaving out the slowest answers would flatter the target.
 */
import { durationMs } from '@plimsoll/contracts/duration';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl, requestsOf } from '@plimsoll/contracts/requests';
import type { EndReason } from '@plimsoll/contracts/run';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { compileChecks } from './checks.ts';
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
import { type MessageSource, messageSource } from './message-source.ts';
import { closedPace } from './pace/closed.ts';
import { openDueTimes, openSeconds } from './pace/open.ts';
import { type Part, shareOf } from './part.ts';
import { ClosedPump } from './pump/closed-pump.ts';
import { OpenPump } from './pump/open-pump.ts';
import type { Pump, PumpOptions } from './pump/pump.ts';
import { Recorder } from './recorder.ts';
import { diallerFor } from './target-guard.ts';
import type { HttpOptions } from './transports/http-options.ts';
import { http1Transport } from './transports/http1.ts';
import { http2Transport } from './transports/http2.ts';
import type { LaneEvents, Transport } from './transports/transport.ts';

export interface LoopOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  readonly part: Part;
  readonly clock: Clock;
  readonly emit: (sample: LoopSample) => void;
  /** Another transport in place of the protocol's own: tests hold ours to undici's. */
  readonly transport?: (options: HttpOptions) => Transport;
}

/** An open load waits this long at most for its last answers. */
const longestDrainMs = 30_000;
const histogramFloorUs = 60_000_000;

export class LoadLoop {
  readonly ended: Promise<LoopEnd>;
  readonly #options: LoopOptions;
  readonly #checks: ReturnType<typeof compileChecks>;
  readonly #recorder: Recorder;
  readonly #pump: Pump;
  readonly #transport: Transport;
  readonly #deadlines: DeadlineList;
  readonly #health = new HealthMeter();
  readonly #shelf: ErrorShelf;
  readonly #lanes: Lane[] = [];
  readonly #messages: MessageSource;
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
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timers = new LoopTimers(options.clock);
    this.#warmupUs = durationMs(plan.warmup) * 1000;
    this.#timeoutUs = durationMs(plan.timeout) * 1000;
    this.#checks = compileChecks(plan.checks);
    this.#shelf = new ErrorShelf(maskFor(requestsOf(plan)[0].headers));
    this.#deadlines = new DeadlineList(options.clock, (lane) => this.#transport.giveUp(lane, 'timeout'));
    const { runId } = options;
    this.#messages = messageSource({ plan, runId, part, random: Math.random, wallMs: Date.now });
    const meter = new ConnectionMeter();
    this.#recorder = this.#newRecorder(meter);
    this.#transport = this.#newTransport(meter);
    const pumpOptions = this.#pumpOptions();
    const { load } = plan;
    if (load.model === 'open') {
      this.#endUs = this.#warmupUs + Math.round(openSeconds(load) * 1e6);
      const [connections, queued] = [shareOf(load.maxConnections, part), shareOf(load.maxQueued, part)];
      this.#pump = new OpenPump(openDueTimes(plan, load, part, this.#messages.most), connections, queued, pumpOptions);
    } else {
      const pace = closedPace(plan, load, part, this.#messages.most);
      this.#endUs = pace.endUs;
      this.#pump = new ClosedPump(pace, pumpOptions);
    }
  }

  /** Begins when the clock reaches 0. */
  start(): void {
    const waitMs = -this.#options.clock.nowUs() / 1000;
    if (waitMs > 1) this.#timers.after(waitMs - 1, () => this.start());
    else if (waitMs > 0) setImmediate(() => this.start());
    else if (!this.#over) this.#begins();
  }

  #begins(): void {
    // What happened while it waited for its start is none of its first second.s.
    this.#health.take();
    // The books also turn when nothing happens.
    this.#everySecond();
    if (this.#endUs < Number.POSITIVE_INFINITY) this.#timers.at(this.#endUs, () => this.#loadTimeOver());
    this.#pump.start();
  }

  /** Sends nothing more; what is in flight is cut off. */
  stop(reason: EndReason, message: string): void {
    this.#finish({ reason, message }, this.#options.clock.nowUs());
  }

  #newRecorder(meter: ConnectionMeter): Recorder {
    const { plan, emit } = this.#options;
    return new Recorder({
      open: plan.load.model === 'open',
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
    const { plan, policy, clock } = this.#options;
    const url = new URL(planUrl(plan));
    const events: LaneEvents = {
      sent: (lane, nowUs) => {
        this.#events++;
        this.#recorder.at(nowUs);
        this.#recorder.sent(lane);
      },
      ended: (lane, nowUs, outcome) => this.#laneEnded(lane, nowUs, outcome),
      connected: (nowUs, phases) => {
        this.#recorder.at(nowUs);
        this.#recorder.connected(phases);
      },
      broke: (error) => this.stop('failed', `The load generator failed: ${error instanceof Error ? error.message : String(error)}`),
    };
    const { connection } = plan;
    const http2 = connection.protocol === 'http2';
    const transport = this.#options.transport ?? (http2 ? http2Transport : http1Transport);
    return transport({
      url,
      ...connection,
      maxAgeUs: connection.maxConnectionAge === null ? Number.POSITIVE_INFINITY : durationMs(connection.maxConnectionAge) * 1000,
      dial: diallerFor({ url, policy, clock, connection, alpn: [http2 ? 'h2' : 'http/1.1'] }),
      clock,
      meter,
      events,
      keepHeaders: this.#checks.readsHeaders,
      keepWhole: this.#checks.readsBody,
      needles: this.#checks.needles,
      keepBody: (status) => !this.#checks.isEmpty || this.#recorder.isErrorStatus(status),
    });
  }

  #pumpOptions(): PumpOptions {
    return {
      clock: this.#options.clock,
      recorder: this.#recorder,
      warmupUs: this.#warmupUs,
      timeoutUs: this.#timeoutUs,
      addConnection: () => {
        const lanes = this.#transport.addConnection();
        this.#lanes.push(...lanes);
        return lanes;
      },
      begin: (lane, dueUs, nowUs) => this.#begin(lane, dueUs, nowUs),
      hangUp: (lane) => this.#transport.hangUp(lane),
      spun: (nowUs) => this.#spun(nowUs),
      exhausted: () => this.#pumpExhausted(),
    };
  }

  #begin(lane: Lane, dueUs: number, nowUs: number): void {
    if (this.#over) return;
    lane.reset(dueUs, nowUs < this.#warmupUs);
    lane.message = this.#messages.next();
    this.#inFlight++;
    this.#deadlines.add(lane, dueUs + this.#timeoutUs);
    this.#transport.begin(lane);
  }

  #laneEnded(lane: Lane, nowUs: number, transportOutcome: OutcomeKind): void {
    if (this.#over) return;
    if (nowUs >= this.#endUs && this.#options.plan.load.model === 'closed') {
      this.#loadTimeOver();
      return;
    }
    this.#events++;
    this.#recorder.at(nowUs);
    this.#deadlines.remove(lane);
    lane.active = false;
    this.#inFlight--;
    const detail = transportOutcome === 'response' && !this.#checks.isEmpty ? this.#judge(lane, nowUs) : null;
    const outcome = detail === null ? transportOutcome : 'check_failed';
    if (this.#recorder.ended(lane, nowUs, outcome)) this.#keepExample(lane, outcome, detail);
    if (outcome === 'refused_by_policy') this.stop('target_refused', lane.error instanceof Error ? lane.error.message : '');
    else if (transportOutcome === 'response') this.#pump.freed(lane, nowUs);
    // After an error the transport is still putting its connection away: the lane's next request begins a turn later.
    else setImmediate(() => !this.#over && this.#pump.freed(lane, this.#options.clock.nowUs()));
  }

  #judge(lane: Lane, nowUs: number): string | null {
    return this.#checks.judge({
      status: lane.status,
      bodyBytes: lane.bodyBytes,
      responseTimeUs: this.#recorder.responseTimeUs(lane, nowUs),
      header: (name) => lane.header(name),
      contained: (needle) => lane.contained(needle),
      wholeBody: () => lane.wholeBody(),
    });
  }

  #keepExample(lane: Lane, outcome: OutcomeKind, detail: string | null): void {
    if (!this.#shelf.wants(outcome, lane.status)) return;
    const { second } = this.#recorder;
    this.#recorder.example(
      this.#shelf.take({ outcome, status: lane.status, detail, error: lane.error, body: lane.body(), second, request: null }),
    );
  }

  #beforeRoll(boundaryUs: number): void {
    this.#pump.planBefore(boundaryUs);
    if (boundaryUs !== this.#warmupUs) return;
    // The warm-up keeps its own accounts: what waits is dropped in it, what waits for a connection counts as sent in it.
    this.#pump.dropWaiting();
    for (const lane of this.#lanes) if (lane.active) this.#recorder.sent(lane);
  }

  #spun(nowUs: number): void {
    if (this.#spunEvents === this.#events) this.#health.spun(nowUs - this.#spunAtUs);
    this.#spunAtUs = nowUs;
    this.#spunEvents = this.#events;
  }

  #pumpExhausted(): void {
    this.#exhausted = true;
    if (this.#options.plan.load.model === 'closed') {
      const nowUs = this.#options.clock.nowUs();
      this.#finish(endByRequests(this.#options.plan.load, this.#messages.most), nowUs);
    } else this.#endIfDrained();
  }

  /** The load's own time is over. */
  #loadTimeOver(): void {
    const { plan } = this.#options;
    if (plan.load.model === 'closed') {
      this.#finish(endByTime(this.#options.plan.load), this.#endUs);
      return;
    }
    const drainMs = Math.min(durationMs(plan.timeout), longestDrainMs);
    this.#timers.after(drainMs, () => this.#finish(endByTime(this.#options.plan.load), this.#options.clock.nowUs()));
    this.#endIfDrained();
  }

  #endIfDrained(): void {
    const nowUs = this.#options.clock.nowUs();
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

  #everySecond(): void {
    const nowUs = this.#options.clock.nowUs();
    this.#recorder.at(nowUs);
    this.#timers.after(1000 - (nowUs % 1_000_000) / 1000 + 1, () => this.#everySecond());
  }
}
