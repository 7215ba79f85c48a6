/**
 * Counts events into seconds. Every event carries its time and ends the seconds before it, so that it is counted in the second in which
 * it happened even if timers are late. The buffer of a full second is written out in the next turns of the event loop, while the other
 * buffer records the next second.
 */
import { isErrorStatus } from '@plimsoll/contracts/error-status';
import type { ErrorExample, OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Plan } from '@plimsoll/contracts/plan';
import type { SideTime } from '@plimsoll/contracts/turns';
import type { DialPhases } from '@plimsoll/network/dial';
import type { ConnectionMeter } from '../protocol/connection-meter.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import type { StreamFigures } from '../protocol/stream-figures.ts';
import type { ThreadHealth } from './generator-health.ts';
import { IntervalBuffer, type IntervalContext } from './interval-buffer.ts';
import { outcomeIndex } from './request-counters.ts';
import { keepSlowest } from './slowest-traces.ts';
import type { ThreadSample } from './thread-sample.ts';

export interface RecorderOptions {
  readonly open: boolean;
  /** Names of the requests of a plan with several; empty for a plan with one target. */
  readonly requestNames: readonly string[];
  /** The length of a second, in µs. */
  readonly secondUs: number;
  readonly highestUs: number;
  readonly warmupUs: number;
  /** Of a load that takes turns: its seconds are those of its turns, and the last of each lasts until the next turn. */
  readonly turns?: SideTime | null | undefined;
  readonly errorStatuses: Plan['errorStatuses'];
  readonly meter: ConnectionMeter;
  readonly health: { take(): ThreadHealth };
  /** Requests in flight and waiting, slots, and for how long these were taken since the last call. Read when a second ends, with its end. */
  readonly gauges: (endUs: number) => { inFlight: number; peakInFlight: number; waiting: number; slots: number; busySlotMs: number };
  /** Called before a second ends: the last chance to count into it. `changes`: one of it and the next is warm-up. */
  readonly beforeRoll: (boundaryUs: number, changes: boolean) => void;
  /** Nothing is due so soon that a part of a second could not be written before. */
  readonly hasTime: () => boolean;
  readonly emit: (sample: ThreadSample) => void;
}

/** A part waits so many turns of the loop at most. A turn takes some µs: at 10 000 requests a second one of them ends meanwhile. */
const mostTurns = 50;

/** A second that is over, while it is written out. */
interface FullSecond {
  readonly buffer: IntervalBuffer;
  readonly context: IntervalContext;
  health: ThreadHealth | null;
  /** Turns of the loop for which its next part has waited. */
  turns: number;
}

export class Recorder {
  readonly #options: RecorderOptions;
  #active: IntervalBuffer;
  #spare: IntervalBuffer;
  #second = 0;
  #boundaryUs: number;
  /** The second under way is warm-up, or burn-in of a turn. */
  #warm: boolean;
  /** The time at which this came to be. */
  #warmFromUs = Number.NEGATIVE_INFINITY;
  /** Requests of a turn that end in the burn-in of the next: they count in its first second after that. Null where nobody takes turns. */
  #late: IntervalBuffer | null = null;
  #full: FullSecond | null = null;
  #rolling = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { highestUs, open, requestNames } = options;
    this.#boundaryUs = this.#startOf(1);
    this.#warm = this.#isWarm(0);
    if (options.turns) this.#late = new IntervalBuffer(highestUs, open, requestNames);
    this.#active = new IntervalBuffer(highestUs, open, requestNames);
    this.#spare = new IntervalBuffer(highestUs, open, requestNames);
    this.#jitWarmUp();
  }

  /** Writing out the first buffer costs 10 ms (code is loaded and compiled), so that is done before the load. */
  #jitWarmUp(): void {
    const connections = { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 };
    const idle = { inFlight: 0, peakInFlight: 0, waiting: 0, slots: 0, busySlotMs: 0 };
    const context = { second: 0, lengthMs: 1, warmup: true, ...idle, connections, bytes: { sent: 0, received: 0 } };
    for (let round = 0; round < 3; round++)
      for (const buffer of [this.#active, this.#spare]) {
        for (let us = 1; us < 100_000; us += 37) buffer.times.responseTime.record(us);
        buffer.take(context);
      }
  }

  get second(): number {
    return this.#second;
  }

  /** A second is over and not handed on yet. */
  get writing(): boolean {
    return this.#full !== null;
  }

  /** Ends all seconds before the one that this time lies in. */
  at(nowUs: number): void {
    while (nowUs >= this.#boundaryUs && !this.#rolling) {
      this.#rolling = true;
      this.#options.beforeRoll(this.#boundaryUs, this.#isWarm(this.#second + 1) !== this.#warm);
      this.#rolling = false;
      this.#roll(this.#options.secondUs / 1000, this.#boundaryUs);
    }
  }

  /** Does a request that is due then, and is begun now, belong to a warm-up? */
  isWarm(dueUs: number): boolean {
    return this.#warm && dueUs >= this.#warmFromUs;
  }

  /** When a second of the load begins. */
  #startOf(second: number): number {
    const ownUs = second * this.#options.secondUs;
    return this.#options.turns?.clockUs(ownUs) ?? ownUs;
  }

  #isWarm(second: number): boolean {
    const ownUs = second * this.#options.secondUs;
    return this.#options.turns?.isBurnIn(ownUs) ?? ownUs < this.#options.warmupUs;
  }

  #enter(warm: boolean): void {
    if (this.#late && this.#warm && !warm) [this.#active, this.#late] = [this.#late, this.#active];
    if (warm && !this.#warm) this.#warmFromUs = this.#boundaryUs;
    this.#warm = warm;
  }

  #bufferOf(slot: RequestSlot): IntervalBuffer {
    return this.#late && this.#warm && !slot.warm ? this.#late : this.#active;
  }

  planned(): void {
    this.#active.planned++;
  }

  dropped(count = 1): void {
    this.#active.dropped += count;
  }

  /** A request is due, every slot is taken, and there may be no more connections. */
  blocked(): void {
    this.#active.blocked++;
  }

  /**
   * A request was sent, or ended without being sent. In a closed load it also counts as planned now: it is due when it is begun.
   */
  sent(slot: RequestSlot, nowUs: number): void {
    if (slot.counted) return;
    slot.counted = true;
    const buffer = this.#bufferOf(slot);
    buffer.sent++;
    const counters = buffer.byRequest[slot.request.index];
    if (counters) counters.sent++;
    // In a closed load no request is late.
    if (this.#options.open) buffer.times.sendLateness.record((slot.sendUs || nowUs) - slot.dueUs);
    else buffer.planned++;
    if (slot.reused) this.#options.meter.reused();
  }

  connected({ wholeUs, dnsUs, tcpUs, tlsUs }: DialPhases): void {
    const { connectTime, dnsTime, tcpTime, tlsTime } = this.#active.times;
    connectTime.record(wholeUs);
    if (dnsUs !== null) dnsTime.record(dnsUs);
    tcpTime.record(tcpUs);
    if (tlsUs !== null) tlsTime.record(tlsUs);
  }

  responseTimeUs(slot: RequestSlot, nowUs: number): number {
    return nowUs - (this.#options.open || slot.sendUs === 0 ? slot.dueUs : slot.sendUs);
  }

  isFailure(outcome: OutcomeKind, { status, failedByOwnStatus }: Pick<RequestSlot, 'status' | 'failedByOwnStatus'>): boolean {
    const { errorStatuses } = this.#options;
    return outcome !== 'response' || isErrorStatus(errorStatuses, status) || (failedByOwnStatus && errorStatuses !== 'none');
  }

  /** The figures in which the messages of streams are counted in the current second. */
  get stream(): StreamFigures {
    return this.#active;
  }

  /** A request ended. Answers true if it counts as failed. */
  ended(slot: RequestSlot, nowUs: number, outcome: OutcomeKind): boolean {
    const buffer = this.#bufferOf(slot);
    if (!slot.counted) this.sent(slot, nowUs);
    if (slot.warm && !this.#warm) {
      (buffer.stragglers[outcomeIndex[outcome]] as number)++;
      return false;
    }
    const failed = this.isFailure(outcome, slot);
    const responseUs = this.responseTimeUs(slot, nowUs);
    buffer.ended(slot, nowUs, outcome, responseUs, failed);
    if (slot.ending) buffer.streams.ended(slot.ending, outcome, failed, buffer.times);
    if (slot.ownStatus >= 0) (buffer.ownStatuses[slot.ownStatus] as number)++;
    buffer.byRequest[slot.request.index]?.ended(slot, nowUs, outcome, responseUs, failed);
    return failed && outcome !== 'cut_off';
  }

  /** A request was in flight when the load ended. If it never reached a connection, open loads count it as dropped. */
  cutOff(slot: RequestSlot, nowUs: number): void {
    if (slot.counted) this.ended(slot, nowUs, 'cut_off');
    else if (this.#options.open) this.dropped();
  }

  example(example: ErrorExample | null): void {
    if (example) this.#active.errors.push(example);
  }

  /** A sampled request ended. */
  traced(slot: RequestSlot, traceId: string, nowUs: number, outcome: OutcomeKind): void {
    const { status, request } = slot;
    const responseTimeUs = this.responseTimeUs(slot, nowUs);
    keepSlowest(this.#bufferOf(slot).traces, {
      traceId,
      second: this.#second,
      responseTimeUs,
      outcome,
      status: status > 0 ? status : null,
      request: request.name,
    });
  }

  /** Writes out the last second, which may be shorter. Nothing is counted afterwards. */
  finish(endUs: number): void {
    this.at(endUs - 1);
    const lengthMs = (endUs - this.#startOf(this.#second)) / 1000;
    const late = lengthMs > 0 && this.#warm ? this.#late : null;
    if (lengthMs > 0) this.#roll(Math.min(this.#options.secondUs / 1000, lengthMs), endUs);
    // It ended in a burn-in: what would count in a second after it has one of its own, as short as can be.
    if (late && !late.isEmpty) {
      this.#active = late;
      this.#warm = false;
      this.#roll(1, endUs);
    }
    this.#writeOut();
  }

  #roll(lengthMs: number, endUs: number): void {
    this.#writeOut();
    const { connections, bytes } = this.#options.meter.take();
    const gauges = this.#options.gauges(endUs);
    // While it waits for its next turn, answers are still under way.
    const busySlotMs = this.#options.turns ? Math.min(gauges.busySlotMs, gauges.slots * lengthMs) : gauges.busySlotMs;
    const context = { second: this.#second, lengthMs, warmup: this.#warm, ...gauges, busySlotMs, connections, bytes };
    this.#full = { buffer: this.#active, context, health: null, turns: 0 };
    [this.#active, this.#spare] = [this.#spare, this.#active];
    this.#second++;
    this.#enter(this.#isWarm(this.#second));
    this.#boundaryUs = this.#startOf(this.#second + 1);
    setImmediate(this.#writeSoon);
  }

  /** One part at a time, while nothing is due: a part takes up to 0.1 ms, and all of them at once would make several requests late. */
  readonly #writeSoon = (): void => {
    const full = this.#full;
    if (!full) return;
    const waits = ++full.turns <= mostTurns && !this.#options.hasTime();
    if (waits || this.#writePart(full)) setImmediate(this.#writeSoon);
    else this.#writeOut();
  };

  /** Answers false if none was left. */
  #writePart(full: FullSecond): boolean {
    full.turns = 0;
    const left = full.health === null || full.buffer.takeNext();
    full.health ??= this.#options.health.take();
    return left;
  }

  #writeOut(): void {
    if (!this.#full) return;
    const { buffer, context, health } = this.#full;
    this.#full = null;
    this.#options.emit({ ...buffer.take(context), health: health ?? this.#options.health.take() });
  }
}
