/**
 * Asks once a second whether Postgres and Redis can be used, on connections of its own, and remembers what came of it: who wants to know is
 * answered at once, whatever hangs. Says in the log what is wrong when it begins, now and then, and when it is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Trouble, type TroubledPart, type TroubleKind, troubledParts } from '@plimsoll/contracts/health';
import { readTrouble } from '@plimsoll/store/connection-trouble';
import type { OutageReporter } from '@plimsoll/store/outage-reporter';
import { type OutageLog, openPartOutage } from '@plimsoll/store/part-outage';
import { troubleSentence } from '@plimsoll/wording/trouble-sentence';

export interface DependencyWatch {
  /** The parts that cannot be used now; a part that was not heard yet counts as silent. */
  troubles(): Trouble[];
  /** Begins to tell this log. */
  tell(log: OutageLog): void;
  close(): void;
}

/** Each throws why its part cannot be used. */
export type Probes = Readonly<Record<TroubledPart, () => Promise<void>>>;

const everyMs = 1000;
/** A question that is open for so long counts as not answered. */
const silentAfterMs = 2500;

export function troubleOf(part: TroubledPart, kind: TroubleKind): Trouble {
  return { part, kind, sentence: troubleSentence(part, kind) };
}

interface Part {
  /** Null: it can be used. */
  readonly kind: () => TroubleKind | null;
  readonly tell: (log: OutageLog) => void;
}

export function watchDependencies(probes: Probes): DependencyWatch {
  const closing = new AbortController();
  const parts = troubledParts.map((part) => ({ part, ...watchPart(part, probes[part], closing.signal) }));
  return {
    troubles: () =>
      parts.flatMap(({ part, kind }) => {
        const found = kind();
        return found === null ? [] : [troubleOf(part, found)];
      }),
    tell(log) {
      for (const each of parts) each.tell(log);
    },
    close: () => closing.abort(),
  };
}

function watchPart(part: TroubledPart, probe: () => Promise<void>, signal: AbortSignal): Part {
  /** Undefined: not heard yet. */
  let error: unknown;
  let askedAt: number | null = null;
  let reporter: OutageReporter | undefined;
  const report = () => {
    if (error === null) reporter?.answered();
    else if (error !== undefined) reporter?.failed(error);
  };
  void (async () => {
    while (!signal.aborted) {
      askedAt = performance.now();
      error = await probe().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      askedAt = null;
      if (!signal.aborted) report();
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    kind() {
      if (error === undefined || (askedAt !== null && performance.now() - askedAt > silentAfterMs)) return 'silent';
      return error === null ? null : readTrouble(error);
    },
    tell(log) {
      reporter = openPartOutage(log, part);
      report();
    },
  };
}
