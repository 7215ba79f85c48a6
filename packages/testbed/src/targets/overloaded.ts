/**
 * A target with a capacity, in a process of its own, and its own log of each second. So many workers serve, each request takes one of them
 * for a fixed time, the rest waits. It accepts so many connections and drops each further one at once; and from an arrival rate on it sheds
 * what comes above its capacity with a 503.
 */
import { forkTarget } from './forked-target.ts';

export interface OverloadedLimits {
  readonly workers: number;
  readonly serviceMs: number;
  readonly connections: number;
  /** Arrivals per second from which on it sheds. */
  readonly shedFrom: number;
}

/** One second of the wall clock. */
export interface OverloadedSecond {
  /** Seconds since 1970. */
  readonly at: number;
  readonly arrived: number;
  readonly good: number;
  readonly shed: number;
  readonly connectionsDropped: number;
  /** Share of the workers' time: their processor, as it were. */
  readonly busy: number;
}

export interface OverloadedTarget {
  readonly url: string;
  log(): Promise<readonly OverloadedSecond[]>;
  close(): Promise<void>;
}

export async function startOverloadedTarget(limits: OverloadedLimits): Promise<OverloadedTarget> {
  const { listening, ask, close } = await forkTarget(new URL('./overloaded-process.ts', import.meta.url), limits);
  return { url: `http://127.0.0.1:${listening}`, log: () => ask('log'), close };
}
