/**
 * `abortOnFail` where no generator sees enough: each of several sees its own part only, and a throughput, say, is that of all; the target's own resources are told to
 * Postgres, by agents too. So the worker of the first shard judges what Postgres keeps.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { durationMs } from '@plimsoll/contracts/duration';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { openAbortJudge } from '@plimsoll/statistics/abort-judge';
import { mergeSamples } from '@plimsoll/statistics/merge-samples';
import { readTarget } from '@plimsoll/store/resources';
import type { Claim } from '@plimsoll/store/run-claim';
import { samplesAfter } from '@plimsoll/store/samples';
import { openLoadOutage } from './load-outage.ts';
import type { RunContext } from './run-context.ts';

const everyMs = { seconds: 500, target: 1000 };
/** A second that a shard has not told when others are so far ahead is judged without it: that shard is through with its share. */
const patientSeconds = 3;

/** The receiver of the ending by a broken threshold, told once, and until when. */
interface Watch {
  readonly stop: (ending: LoadEnding) => void;
  readonly signal: AbortSignal;
}

type WatchContext = Pick<RunContext, 'db' | 'log'>;

/** Looks as long as nothing is broken, and while Postgres is away. */
async function watch<Read>(
  { log }: Pick<RunContext, 'log'>,
  { stop, signal }: Watch,
  look: { readonly everyMs: number; readonly read: () => Promise<Read>; readonly judge: (read: Read) => LoadEnding | null },
): Promise<void> {
  const outage = openLoadOutage(log, 'thresholds');
  while (!signal.aborted) {
    const ending = await look.read().then(
      (read) => {
        outage.answered();
        return look.judge(read);
      },
      (error: unknown) => {
        outage.failed(error);
        return null;
      },
    );
    if (ending) return stop(ending);
    await sleep(look.everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Thresholds on what the generators measure, merged over all of them. */
export async function watchSeconds(context: WatchContext, { runId, generators, plan }: Claim, watching: Watch): Promise<void> {
  const { judge } = openAbortJudge(plan.thresholds);
  const seconds = openSeconds(generators);
  let after = 0;
  await watch(context, watching, {
    everyMs: everyMs.seconds,
    read: () => samplesAfter(context.db, runId, after),
    judge: (fresh) => {
      after = fresh.at(-1)?.sequence ?? after;
      for (const whole of seconds.add(fresh.map(({ sample }) => sample))) {
        const ending = judge(whole);
        if (ending) return ending;
      }
      return null;
    },
  });
}

/** Thresholds on the target's own resources; ends at once where there are none. */
export async function watchTargetThresholds(
  context: WatchContext,
  { runId, plan }: Pick<Claim, 'runId' | 'plan'>,
  watching: Watch,
  leastSeconds?: number,
): Promise<void> {
  const { asksTarget, judgeTarget } = openAbortJudge(plan.thresholds);
  const fromSecond = Math.ceil(durationMs(plan.warmup) / 1000);
  if (asksTarget)
    await watch(context, watching, {
      everyMs: everyMs.target,
      read: () => readTarget(context.db, runId, fromSecond),
      judge: ({ target, seconds }) => judgeTarget(target, seconds, leastSeconds),
    });
}

/** Collects the samples of several shards and hands out each second once, merged, in order. */
export function openSeconds(shards: number): { add(samples: readonly Sample[]): Sample[] } {
  const waiting = new Map<number, Sample[]>();
  let newest = 0;
  return {
    add(samples) {
      for (const sample of samples) {
        waiting.set(sample.second, [...(waiting.get(sample.second) ?? []), sample]);
        newest = Math.max(newest, sample.second);
      }
      const whole: Sample[] = [];
      for (const [second, told] of [...waiting].sort(([a], [b]) => a - b)) {
        if (told.length < shards && second > newest - patientSeconds) break;
        waiting.delete(second);
        whole.push(mergeSamples(sampleFields, told, 'shards'));
      }
      return whole;
    },
  };
}
