/** Ends a shard; whose is the last ends the run with the figures of all. */
import type { Db } from '@plimsoll/store/db';
import type { Claim } from '@plimsoll/store/run-claim';
import { type Finish, finishRun } from '@plimsoll/store/run-life';
import { endShard, type ShardEnd } from '@plimsoll/store/run-shards';
import { samplesOf } from '@plimsoll/store/samples';
import { heldAgainstBaseline } from './baseline.ts';
import { figuresOf, noFigures } from './finish.ts';
import type { Logger } from './log.ts';
import { persistently } from './persistently.ts';

/** However long Postgres is away: nobody else knows how the shard ended. */
export async function conclude({ db, log }: { readonly db: Db; readonly log: Logger }, claim: Claim, end: ShardEnd): Promise<void> {
  const last = await persistently(log, () => endShard(db, claim, end));
  if (last === 'gone') return log.warn('the run had been given up on before it ended here');
  if (last === 'others') return log.info('shard ended; others go on');
  const finish = await persistently(log, () => finishOf(db, claim, last));
  const ours = await persistently(log, () => finishRun(db, claim.runId, claim.attempt, finish));
  if (ours) log.info({ state: finish.state }, 'run ended');
  else log.warn('the run was ended by another');
}

async function finishOf(db: Db, { teamId, runId, plan }: Claim, { state, reason, message }: ShardEnd): Promise<Finish> {
  const samples = await samplesOf(db, teamId, runId);
  // What some sent before another failed to start is no measurement of the plan.
  const figures = samples.length > 0 && state !== 'start_failed' ? figuresOf(plan, samples) : noFigures;
  const finish = { state, stateReason: message, endReason: reason, ...figures };
  return { ...finish, baseline: await heldAgainstBaseline(db, { teamId, runId }, finish, samples) };
}
