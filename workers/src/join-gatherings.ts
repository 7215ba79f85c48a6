/** Looks for runs that wait for one more worker, and joins them: a hint may have gone to a worker that has its shard already. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunHint } from '@plimsoll/queue/backend';
import type { Db } from '@plimsoll/store/db';
import { gatheringRun } from '@plimsoll/store/run-claim';
import type { Logger } from './log.ts';
import { codeOf } from './persistently.ts';
import type { Slots } from './slots.ts';

const lookEveryMs = 500;

export interface JoinContext {
  readonly db: Db;
  readonly workerId: string;
  readonly log: Logger;
  readonly slots: Slots;
  readonly carryOut: (hint: RunHint, signal: AbortSignal) => Promise<unknown>;
}

/** Runs until `signal` aborts; resolves when the shards it joined have ended. */
export async function joinGatherings({ db, workerId, log, slots, carryOut }: JoinContext, signal: AbortSignal): Promise<void> {
  const joining = new Map<string, Promise<void>>();
  const join = async (hint: RunHint) => {
    try {
      await slots.use(signal, () => carryOut(hint, signal));
    } catch (error) {
      if (!signal.aborted) log.warn({ runId: hint.runId, code: codeOf(error) }, 'the run could not be joined');
    } finally {
      joining.delete(hint.runId);
    }
  };
  while (!signal.aborted) {
    const hint = await gatheringRun(db, workerId).catch(() => null);
    if (hint && !joining.has(hint.runId)) joining.set(hint.runId, join(hint));
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(joining.values());
}
