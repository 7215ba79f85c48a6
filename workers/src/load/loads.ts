/**
 * The loads this worker makes. A hint of the queue, whatever it names, says "look now": with a free slot the worker asks Postgres
 * which load goes next, takes it, and looks again until nothing waits that it may take. So no load waits beside a free worker,
 * and none can be lost with a hint that another load used up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@plimsoll/store/db';
import type { LoadCaps } from '@plimsoll/store/load-caps';
import { nextLoad } from '@plimsoll/store/next-load';
import type { Logger } from '../log.ts';
import { errorCode } from '../retry.ts';
import type { Slots } from './slots.ts';

/** The outcome of taking a load; `later`: it waits for other workers; `missed`: another took it. */
export type Taken = 'done' | 'later' | 'missed';

export interface LoadsContext {
  readonly db: Db;
  readonly workerId: string;
  readonly log: Logger;
  readonly slots: Slots;
  readonly caps: LoadCaps;
  /** Executes a run; resolves when this worker's share is over. */
  readonly execute: (run: { readonly runId: string; readonly attempt: number }, signal: AbortSignal) => Promise<Taken>;
  /** Starts to drive an experiment; resolves when its first run waits in the queue. */
  readonly drive: (experimentId: string) => Promise<Taken>;
}

export interface Loads {
  /** Makes what waits, one load after another. Resolves when nothing is left that this worker may take, or `signal` aborts. */
  look(signal: AbortSignal): Promise<void>;
  /** The same in the background, and once however often it is called. */
  nudge(): void;
  /** Aborts when a run is next over on this worker. */
  nextEnd(): AbortSignal;
  /** Resolves when what was nudged is over. */
  close(): Promise<void>;
}

const laterMs = 300;
const missedMs = 50;

/** `shutdown`: this worker is leaving. */
export function openLoads(context: LoadsContext, shutdown: AbortSignal): Loads {
  const { db, workerId, log, slots, caps } = context;
  let nextEnd = new AbortController();
  /** Looks that were nudged and have nothing to do yet: one is enough, it sees everything. */
  let idle = 0;
  const nudged = new Set<Promise<void>>();

  async function take(signal: AbortSignal): Promise<Taken | 'nothing'> {
    const next = await nextLoad(db, workerId, caps);
    if (next === null) return 'nothing';
    if (next.kind === 'experiment') return context.drive(next.experimentId);
    try {
      return await context.execute(next, signal);
    } finally {
      const over = nextEnd;
      nextEnd = new AbortController();
      over.abort();
    }
  }

  async function look(signal: AbortSignal, onBusy: (busy: 1 | -1) => void = () => undefined): Promise<void> {
    while (!signal.aborted) {
      const taken = await slots.use(signal, async () => {
        onBusy(1);
        return take(signal).finally(() => onBusy(-1));
      });
      if (taken === 'nothing') return;
      if (taken !== 'done') await sleep(taken === 'later' ? laterMs : missedMs, undefined, { signal });
    }
  }

  async function lookUnasked(): Promise<void> {
    idle += 1;
    try {
      await look(shutdown, (busy) => {
        idle -= busy;
      });
    } catch (error) {
      if (!shutdown.aborted) log.warn({ code: errorCode(error) }, 'the next load could not be taken');
    } finally {
      idle -= 1;
    }
  }

  return {
    look: (signal) => look(signal),
    nudge() {
      if (idle > 0 || shutdown.aborted) return;
      const looking = lookUnasked().finally(() => nudged.delete(looking));
      nudged.add(looking);
    },
    nextEnd: () => nextEnd.signal,
    async close() {
      await Promise.all(nudged);
    },
  };
}
