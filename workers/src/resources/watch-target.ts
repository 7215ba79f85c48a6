/**
 * Looks at the target's resources once in each second of a run, in the worker, never in the generator. What is seen waits here while
 * Postgres is away and is written in order; a run never fails or waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceProblem } from '@plimsoll/contracts/resources';
import { secondOf, type Turns } from '@plimsoll/contracts/turns';
import type { Db } from '@plimsoll/store/db';
import { appendResources, type SourcePoint } from '@plimsoll/store/resources';
import type { Logger } from '../log.ts';
import type { ResourceProbe } from './resource-probe.ts';

const secondNs = 1_000_000_000n;
/** An hour of waiting for Postgres. */
const mostWaiting = 3600;
/** Points of one write. */
const batch = 600;
const drainMs = 5000;
const patientLooks = 5;

export interface TargetWatch {
  /** Second 0 begins at this instant of the machine's monotonic clock. */
  begin(startNs: bigint): void;
  /** The load is over: ends the looks, and resolves when all is kept, or after 5 s. */
  drain(): Promise<void>;
  close(): void;
}

interface Watched {
  readonly probe: ResourceProbe;
  readonly waiting: SourcePoint[];
  problem: SourceProblem | null;
  /** Looks without figures since the last one with some. */
  blind: number;
  /** The source as it was written: a problem is written once. */
  told: SourceProblem | 'nothing' | null;
}

export function watchTarget(
  { db, log }: { readonly db: Db; readonly log: Logger },
  { turns = null, ...run }: { readonly runId: string; readonly attempt: number; readonly turns?: Turns | null },
  probes: readonly ResourceProbe[],
): TargetWatch {
  const closing = new AbortController();
  const sources: Watched[] = probes.map((probe) => ({ probe, waiting: [], problem: null, blind: 0, told: 'nothing' }));
  const watching: Promise<void>[] = [];
  let writing: Promise<void> | null = null;
  let gone = false;

  async function watch(source: Watched, startNs: bigint): Promise<void> {
    const { signal } = closing;
    await until(startNs, signal);
    await source.probe.begin();
    let lastNs = process.hrtime.bigint();
    let next = 0;
    while (!signal.aborted && !gone) {
      // The second that is under way; its figures are known when it is over.
      const second = Math.max(next, Number((process.hrtime.bigint() - startNs) / secondNs));
      next = second + 1;
      await until(startNs + BigInt(second + 1) * secondNs, signal);
      if (signal.aborted) return;
      const nowNs = process.hrtime.bigint();
      const { figures, problem } = await source.probe.look(Number(nowNs - lastNs) / 1e9);
      lastNs = nowNs;
      source.problem = problem;
      source.blind = figures ? 0 : source.blind + 1;
      const ofRun = turns ? secondOf(turns, second) : second;
      if (figures && ofRun !== null) source.waiting.push({ second: ofRun, figures });
      if (source.waiting.length > mostWaiting) source.waiting.shift();
      void flush();
    }
  }

  /** One write after the other: while Postgres is away they would pile up. */
  function flush(): Promise<void> {
    writing ??= (async () => {
      for (const source of sources) await write(source);
    })().finally(() => {
      writing = null;
    });
    return writing;
  }

  /** Writes what waits. What was perhaps written is written again, which changes nothing. */
  async function write(source: Watched): Promise<void> {
    const { probe, waiting, problem } = source;
    const points = waiting.slice(0, batch);
    // A target that is about to listen is no problem yet.
    const isNews = problem !== null && problem !== source.told && (closing.signal.aborted || source.blind >= patientLooks);
    if (gone || (points.length === 0 && !isNews)) return;
    try {
      const seen = { name: probe.name(), kind: probe.kind, cores: probe.cores(), quotaCores: probe.quotaCores(), problem };
      const kept = await appendResources(db, run, seen, points);
      if (!kept) gone = true;
      const last = points.at(-1);
      if (last) waiting.splice(0, waiting.indexOf(last) + 1);
      if (isNews) log.info({ source: probe.name(), problem }, "the target's resources are not known");
      source.told = problem;
    } catch (error) {
      log.debug({ err: error }, "the target's resources wait for the database");
    }
  }

  return {
    begin(startNs) {
      for (const source of sources)
        watching.push(
          watch(source, startNs).catch((error: unknown) => log.warn({ err: error }, "the target's resources are not watched any more")),
        );
    },
    async drain() {
      closing.abort();
      const end = performance.now() + drainMs;
      const over = sleep(drainMs, undefined, { ref: false });
      // One that is under way does not know yet that the load is over.
      await Promise.race([Promise.all(watching).then(() => writing), over]);
      do {
        await Promise.race([flush(), over]);
        await sleep(20);
      } while (performance.now() < end && !gone && sources.some(({ waiting }) => waiting.length > 0));
    },
    close() {
      closing.abort();
      for (const probe of probes) probe.close?.();
    },
  };
}

async function until(ns: bigint, signal: AbortSignal): Promise<void> {
  const waitNs = ns - process.hrtime.bigint();
  if (waitNs > 0n) await sleep(Number(waitNs) / 1e6, undefined, { signal }).catch(() => undefined);
}
