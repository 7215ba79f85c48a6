/** Ends a shard; whose is the last ends the run with the figures of all. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { noFigures } from '@plimsoll/analysis/run-figures';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import type { Db } from '@plimsoll/store/db';
import type { Claim } from '@plimsoll/store/run-claim';
import { correctLostRun, type Finish, finishRun } from '@plimsoll/store/run-life';
import { endShard, type ShardEnd } from '@plimsoll/store/run-shards';
import type { Logger } from '../log.ts';
import { retry } from '../retry.ts';

interface FinishContext {
  readonly db: Db;
  readonly analysis: Pick<Analysis, 'judgeFinishedRun'>;
  readonly log: Logger;
}

/**
 * However long Postgres is away: nobody else knows how the shard ended. `cutOff`: this worker lived and could not reach Postgres, so a run
 * that was given up on meanwhile for its silence is not lost.
 */
export async function finishShard(context: FinishContext, claim: Claim, end: ShardEnd, cutOff = false): Promise<void> {
  const { db, log } = context;
  const last = await retry(log, () => endShard(db, claim, end));
  if (last === 'gone') {
    log.warn('the run had been given up on before it ended here');
    if (cutOff) await correct(context, claim, end);
    return;
  }
  if (last === 'others') return log.info('shard ended; others go on');
  try {
    await finish(context, claim, await judged(context, claim, last));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // Computing the same again would fail again: the run ends now, and says why it shows nothing.
    log.error({ err: error }, 'the figures of the run cannot be computed');
    await finish(context, claim, withoutFigures(last, error));
  }
}

/** Where the figures cannot be computed, those of the lost run stay. */
async function correct(context: FinishContext, claim: Claim, end: ShardEnd): Promise<void> {
  const { db, log } = context;
  const finish = await judged(context, claim, end);
  if (await retry(log, () => correctLostRun(db, claim, finish)))
    log.info({ state: end.state }, 'the run was not lost, and is told as it ended');
}

async function judged({ analysis, log }: FinishContext, { teamId, runId, plan }: Claim, end: ShardEnd): Promise<Finish> {
  const { state, reason, ending } = end;
  const figures = await retry(log, () => analysis.judgeFinishedRun({ teamId, runId, plan, state }));
  return { state, ending, endReason: reason, ...figures };
}

/** A run without figures counts as lost: nothing may be concluded from it. */
function withoutFigures({ ending }: ShardEnd, error: unknown): Finish {
  const cause = error instanceof Error ? error.message : String(error);
  return { ...noFigures, state: 'worker_lost', ending: { kind: 'notComputed', ending, error: cause }, endReason: 'failed' };
}

async function finish({ db, log }: FinishContext, { runId, attempt }: Claim, end: Finish): Promise<void> {
  const ours = await retry(log, () => finishRun(db, runId, attempt, end));
  if (ours) log.info({ state: end.state }, 'run ended');
  else log.warn('the run was ended by another');
}
