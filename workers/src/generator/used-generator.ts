/**
 * The generator process of a load that is over, kept for the next one like it. Its code is compiled, which is most of what a short load costs. It goes
 * to the same team only, since the secrets of a plan may be left in its memory, and only to loads that run the same code: of another client or
 * protocol the first seconds would be made by code compiled for the last one.
 */
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import { listRequests, planUrl } from '@plimsoll/contracts/requests';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import type { StartedGenerator } from './started-generator.ts';

/** Whatever a load may leave behind without our knowing adds up to no more than this. */
const mostLoads = 100;
const keptForMs = 600_000;
/** A run that may be called better or worse than another always has a new process, in which answers below a millisecond take some 10 % longer. */
const shorterThanMs = leastVerdictSeconds * 1000;

/** The load that a generator is to make, or several that are made together. */
export interface Wanted {
  readonly plans: readonly [Plan, ...Plan[]];
  readonly teamId: string;
  /** In a process that made no other load, whatever it costs: runs of an experiment are alike to the last bit, and a drill goes another way. */
  readonly fresh: boolean;
}

export interface UsedGenerator {
  /** The kept one if it fits. */
  take(wanted: Wanted): StartedGenerator | undefined;
  /** Keeps this one, which has just made a load as wanted, in place of another. Answers false if it is not to make a further one. */
  keep(generator: StartedGenerator, wanted: Wanted): boolean;
  drop(): void;
}

export function openUsedGenerator(): UsedGenerator {
  let kept: { readonly generator: StartedGenerator; readonly key: string } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const loadsOf = new WeakMap<StartedGenerator, number>();
  const drop = () => {
    clearTimeout(timer);
    kept?.generator.child.kill('SIGKILL');
    kept = undefined;
  };
  return {
    take(wanted) {
      const key = keyOf(wanted);
      if (!kept || kept.key !== key || !kept.generator.child.connected) return undefined;
      const { generator } = kept;
      clearTimeout(timer);
      kept = undefined;
      return generator;
    },
    keep(generator, wanted) {
      const key = keyOf(wanted);
      const loads = (loadsOf.get(generator) ?? 0) + 1;
      if (key === null || loads >= mostLoads) return false;
      drop();
      loadsOf.set(generator, loads);
      kept = { generator, key };
      timer = setTimeout(drop, keptForMs).unref();
      return true;
    },
    drop,
  };
}

/** Loads with the same key may be made one after the other in one process; null: never. */
export function keyOf({ plans, teamId, fresh }: Wanted): string | null {
  const [{ connection, load }] = plans;
  const [plan] = plans;
  if ((loadDurationMs(load) ?? shorterThanMs) >= shorterThanMs) return null;
  if (fresh || plans.length > 1 || connection.protocol === 'grpc' || connection.protocol === 'websocket') return null;
  const { origin, protocol } = new URL(planUrl(plan));
  const place = connection.protocol === 'auto' ? origin : protocol;
  return JSON.stringify([teamId, connection, load.model, place, listRequests(plan).some(({ stream }) => stream)]);
}
