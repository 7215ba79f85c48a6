/**
 * `abortOnFail` of a threshold on the target's own resources. No generator sees it: sources tell it to Postgres, agents too, so the worker of the first
 * shard reads it there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { durationMs } from '@plimsoll/contracts/duration';
import { asksTarget, canStillHold, parseThreshold } from '@plimsoll/contracts/threshold';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { readTarget } from '@plimsoll/store/resources';
import type { Claim } from '@plimsoll/store/run-claim';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { openLoadOutage } from './load-outage.ts';
import type { RunContext } from './run-context.ts';

const lookEveryMs = 1000;
/** As many as thresholds on what the generator measures wait for. */
const graceSeconds = 10;

/** Calls `stop` once with the sentence of a broken threshold. Ends when `signal` aborts, at once where no threshold asks for them. */
export async function watchTargetThresholds(
  { db, log }: Pick<RunContext, 'db' | 'log'>,
  { runId, plan }: Pick<Claim, 'runId' | 'plan'>,
  stop: (sentence: string) => void,
  signal: AbortSignal,
  leastSeconds = graceSeconds,
): Promise<void> {
  const thresholds = plan.thresholds.filter((one) => {
    const parsed = parseThreshold(one);
    return asksTarget([one]) && !('error' in parsed) && !canStillHold(parsed);
  });
  if (thresholds.length === 0) return;
  const outage = openLoadOutage(log, 'thresholds');
  const fromSecond = Math.ceil(durationMs(plan.warmup) / 1000);
  while (!signal.aborted) {
    const told = await readTarget(db, runId, fromSecond).then(
      (read) => {
        outage.answered();
        return read;
      },
      (error: unknown) => {
        outage.failed(error);
        return null;
      },
    );
    const broken =
      told &&
      told.seconds >= leastSeconds &&
      evaluateThresholds(thresholds, [], told.target).find(({ passed, value }) => !passed && value !== null);
    if (broken) return stop(runEndSentence({ kind: 'thresholdBroken', threshold: broken.expression, seconds: told.seconds }));
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
