/** The load threads of a process behind one interface: the loads in this thread, or a part of each in each of several worker threads. */
import type { EndReason } from '@plimsoll/contracts/run';
import type { ThreadSample } from '../recording/thread-sample.ts';
import type { LoadEnd } from '../stopping/load-end.ts';

export interface ThreadGroup {
  /** Resolves when all loops are set up and wait for their start. Stays pending if the group ends before. */
  readonly ready: Promise<void>;
  /** Resolves when all loops are over and have emitted all their seconds: the end of each load, by its place. */
  readonly ended: Promise<readonly LoadEnd[]>;
  /** Sets time 0 to this instant of `process.hrtime`; null: a moment from now. Has no effect after the end. */
  start(startNs: bigint | null): void;
  /** All loads stop. `of`: the place of the load that is the cause; absent: it concerns all alike. */
  stop(end: LoadEnd, of?: number): void;
}

/** A merged second of the load at this place. */
export type EmitSample = (load: number, sample: ThreadSample) => void;

/** Ends by the plan: other threads, and loads made together, go on to theirs. Any other reason ends all. */
const naturalEnds: ReadonlySet<EndReason> = new Set(['requests', 'duration', 'stages']);

export function isNatural({ reason }: LoadEnd): boolean {
  return naturalEnds.has(reason);
}

/** The ends of so many loads made together that the end of one brings about. Control is lost of all at once. */
export function endsOfAll(loads: number, end: LoadEnd, of?: number): LoadEnd[] {
  const common = of === undefined || end.reason === 'control_lost';
  const others: LoadEnd = { reason: 'stopped', ending: { kind: 'otherStopped' } };
  return Array.from({ length: loads }, (_, load) => (common || load === of ? end : others));
}
