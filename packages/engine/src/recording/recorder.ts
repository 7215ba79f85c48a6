/**
 * Counts what happens into seconds. Every event carries its time and rolls the seconds over itself, so that it lands in the
 * second it happened in even when timers are late. The full second's buffer is written out a turn of the loop later, while the
 * other buffer takes the next one.
 */
import { isErrorStatus } from '@plimsoll/contracts/error-status';
import type { ErrorExample, OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Plan } from '@plimsoll/contracts/plan';
import type { ConnectionMeter } from '../connection/connection-meter.ts';
import type { DialPhases } from '../connection/dial.ts';
import type { RequestSlot } from '../connection/request-slot.ts';
import type { ThreadHealth } from './generator-health.ts';
import { IntervalBuffer } from './interval-buffer.ts';
import { outcomeIndex } from './request-counters.ts';
import type { ThreadSample } from './thread-sample.ts';

export interface RecorderOptions {
  readonly open: boolean;
  /** Names of the requests of a plan with several; empty for a plan with one target. */
  readonly requestNames: readonly string[];
  /** How long a second is, in µs. */
  readonly secondUs: number;
  readonly highestUs: number;
  readonly warmupUs: number;
  readonly errorStatuses: Plan['errorStatuses'];
  readonly meter: ConnectionMeter;
  readonly health: { take(): ThreadHealth };
  /** Requests under way and waiting, asked when a second ends. */
  readonly gauges: () => { inFlight: number; waiting: number };
  /** A second is about to end: the last chance to count into it. */
  readonly beforeRoll: (boundaryUs: number) => void;
  readonly emit: (sample: ThreadSample) => void;
}

export class Recorder {
  readonly #options: RecorderOptions;
  #active: IntervalBuffer;
  #spare: IntervalBuffer;
  #second = 0;
  #boundaryUs: number;
  #full: { buffer: IntervalBuffer; context: Parameters<IntervalBuffer['take']>[0]; health: ThreadHealth } | null = null;
  #rolling = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { secondUs, highestUs, open, requestNames } = options;
    this.#boundaryUs = secondUs;
    this.#active = new IntervalBuffer(highestUs, open, requestNames);
    this.#spare = new IntervalBuffer(highestUs, open, requestNames);
    this.#jitWarmUp();
  }

  /** The first buffer written out costs 10 ms (code is loaded and compiled): better before the load than in its second second. */
  #jitWarmUp(): void {
    const connections = { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 };
    const context = { second: 0, lengthMs: 1, warmup: true, inFlight: 0, waiting: 0, connections, bytes: { sent: 0, received: 0 } };
    for (let round = 0; round < 3; round++)
      for (const buffer of [this.#active, this.#spare]) {
        for (let us = 1; us < 100_000; us += 37) buffer.responseTime.record(us);
        buffer.take(context);
      }
  }

  get second(): number {
    return this.#second;
  }

  /** Rolls over to the second this time lies in. */
  at(nowUs: number): void {
    while (nowUs >= this.#boundaryUs && !this.#rolling) {
      this.#rolling = true;
      this.#options.beforeRoll(this.#boundaryUs);
      this.#rolling = false;
      this.#roll(this.#options.secondUs / 1000);
    }
  }

  planned(): void {
    this.#active.planned++;
  }

  dropped(count = 1): void {
    this.#active.dropped += count;
  }

  /**
   * A request went out, or came to its end without. In a closed load that is also when it was planned: it is due when its turn comes.
   */
  sent(slot: RequestSlot, nowUs: number): void {
    if (slot.counted) return;
    slot.counted = true;
    this.#active.sent++;
    const part = this.#active.byRequest[slot.request.index];
    if (part) part.sent++;
    if (this.#active.sendLateness) this.#active.sendLateness.record((slot.sendUs || nowUs) - slot.dueUs);
    else this.#active.planned++;
    if (slot.reused) this.#options.meter.reused();
  }

  connected({ wholeUs, dnsUs, tcpUs, tlsUs }: DialPhases): void {
    this.#active.connectTime.record(wholeUs);
    if (dnsUs !== null) this.#active.dnsTime.record(dnsUs);
    this.#active.tcpTime.record(tcpUs);
    if (tlsUs !== null) this.#active.tlsTime.record(tlsUs);
  }

  responseTimeUs(slot: RequestSlot, nowUs: number): number {
    return nowUs - (this.#options.open || slot.sendUs === 0 ? slot.dueUs : slot.sendUs);
  }

  isFailure(outcome: OutcomeKind, status: number): boolean {
    return outcome !== 'response' || isErrorStatus(this.#options.errorStatuses, status);
  }

  /** Answers whether it counts as failed. */
  ended(slot: RequestSlot, nowUs: number, outcome: OutcomeKind): boolean {
    const buffer = this.#active;
    if (!slot.counted) this.sent(slot, nowUs);
    if (slot.warm && nowUs >= this.#options.warmupUs) {
      (buffer.stragglers[outcomeIndex[outcome]] as number)++;
      return false;
    }
    const failed = this.isFailure(outcome, slot.status);
    const responseUs = this.responseTimeUs(slot, nowUs);
    buffer.ended(slot, nowUs, outcome, responseUs, failed);
    buffer.byRequest[slot.request.index]?.ended(slot, nowUs, outcome, responseUs, failed);
    return failed && outcome !== 'cut_off';
  }

  /** In flight when the load ended. What never got as far as the wire was not sent: open loads count it as dropped. */
  cutOff(slot: RequestSlot, nowUs: number): void {
    if (slot.counted) this.ended(slot, nowUs, 'cut_off');
    else if (this.#options.open) this.dropped();
  }

  example(example: ErrorExample | null): void {
    if (example) this.#active.errors.push(example);
  }

  /** Writes out the last, shorter second. Nothing is counted afterwards. */
  finish(endUs: number): void {
    this.at(endUs - 1);
    const lengthMs = (endUs - this.#second * this.#options.secondUs) / 1000;
    if (lengthMs > 0) this.#roll(Math.min(this.#options.secondUs / 1000, lengthMs));
    this.#writeOut();
  }

  #roll(lengthMs: number): void {
    this.#writeOut();
    const { connections, bytes } = this.#options.meter.take();
    const warmup = this.#boundaryUs <= this.#options.warmupUs;
    const context = { second: this.#second, lengthMs, warmup, ...this.#options.gauges(), connections, bytes };
    this.#full = { buffer: this.#active, context, health: this.#options.health.take() };
    [this.#active, this.#spare] = [this.#spare, this.#active];
    this.#second++;
    this.#boundaryUs += this.#options.secondUs;
    setImmediate(() => this.#writeNextRequest());
  }

  /** One request's part in each turn of the loop: all at once would make what is due late. */
  #writeNextRequest(): void {
    if (this.#full?.buffer.takeNextRequest()) setImmediate(() => this.#writeNextRequest());
    else this.#writeOut();
  }

  #writeOut(): void {
    if (!this.#full) return;
    const { buffer, context, health } = this.#full;
    this.#full = null;
    this.#options.emit({ ...buffer.take(context), health });
  }
}
