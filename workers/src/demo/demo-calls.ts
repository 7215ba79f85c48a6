/** Calls of the demo's gRPC service: what is counted of them, and when they end. */
import type { Metadata, ServerErrorResponse } from '@grpc/grpc-js';
import { demoMetadata } from '@plimsoll/contracts/demo-service';
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { createTurnstile, type Knobs, readKnobs } from './demo-knobs.ts';

const mostOpen = 50_000;
const longestCallMs = 3_600_000;
const sweepMs = 10_000;

/** Reflection is not counted. */
export interface GrpcStats {
  calls: number;
  open: number;
  readonly statuses: Partial<Record<GrpcStatus, number>>;
  readonly messages: { received: number; sent: number };
}

export function createGrpcStats(): GrpcStats {
  return { calls: 0, open: 0, statuses: {}, messages: { received: 0, sent: 0 } };
}

export interface DemoCall {
  readonly knobs: Knobs;
  /** False once it has ended, by whichever side. */
  readonly isOpen: boolean;
  /** Is it one of those that the error rate asks for? */
  readonly isToFail: boolean;
  received(): void;
  sent(): void;
  /** How long one more message waits for its turn; null: the queue is full, and the call is refused. */
  queueMs(): number | null;
  /** Calls `then` after a time, at once where that is below half a millisecond, and never after the end. One such time at once. */
  later(waitMs: number, then: () => void): void;
  /** The handler has answered with OK. */
  end(): void;
  /** Ends it with another status. */
  refuse(status: GrpcStatus, details: string): void;
}

interface ServerCall {
  readonly metadata: Metadata;
  getDeadline(): Date | number;
  on(event: 'cancelled', heard: () => void): unknown;
}

/** `fail` ends a call as grpc-js wants it of this kind of call. */
export type BeginCall = (call: ServerCall, fail: (error: Partial<ServerErrorResponse>) => void) => DemoCall;

export function createBeginCall(stats: GrpcStats): BeginCall {
  const turnstile = createTurnstile();
  const open = new Map<DemoCall, number>();
  const sweep = () => {
    const oldest = performance.now() - longestCallMs;
    for (const [call, beganMs] of open)
      if (beganMs < oldest) call.refuse('DEADLINE_EXCEEDED', 'no call of the demo lasts longer than an hour');
  };
  setInterval(sweep, sweepMs).unref();
  return (call, fail) => {
    const knobs = readKnobs((knob) => call.metadata.get(demoMetadata[knob])[0]?.toString());
    let timer: NodeJS.Timeout | undefined;
    const count = (status: GrpcStatus) => {
      if (!open.delete(demo)) return false;
      clearTimeout(timer);
      stats.open = open.size;
      stats.statuses[status] = (stats.statuses[status] ?? 0) + 1;
      return true;
    };
    const demo: DemoCall = {
      knobs,
      isToFail: Math.random() < knobs.errorRate,
      get isOpen() {
        return open.has(demo);
      },
      received: () => void stats.messages.received++,
      sent: () => void stats.messages.sent++,
      queueMs() {
        const queued = turnstile(knobs.capacity);
        if (queued === null) demo.refuse('RESOURCE_EXHAUSTED', 'over capacity');
        return queued;
      },
      later(waitMs, then) {
        if (waitMs >= 0.5) timer = setTimeout(then, waitMs);
        else then();
      },
      end: () => void count('OK'),
      refuse(status, details) {
        if (count(status)) fail({ code: grpcStatuses.indexOf(status), details });
      },
    };
    stats.calls++;
    open.set(demo, performance.now());
    stats.open = open.size;
    call.on('cancelled', () => count(Number(call.getDeadline()) <= Date.now() ? 'DEADLINE_EXCEEDED' : 'CANCELLED'));
    if (open.size > mostOpen) demo.refuse('RESOURCE_EXHAUSTED', 'too many calls at once');
    return demo;
  };
}
