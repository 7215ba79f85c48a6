/**
 * `abortOnFail` of a run of several generators. Each of them sees its own part only, and a throughput, say, is that of all: so
 * the worker of the first shard judges the seconds that Postgres keeps, merged over all shards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { liveThresholds } from '@plimsoll/engine/live-thresholds';
import { mergeSamples } from '@plimsoll/statistics/merge-samples';
import type { Claim } from '@plimsoll/store/run-claim';
import { samplesAfter } from '@plimsoll/store/samples';
import { openLoadOutage } from './load-outage.ts';
import type { RunContext } from './run-context.ts';

const lookEveryMs = 500;
/** A second that a shard has not told when others are so far ahead is judged without it: that shard is through with its share. */
const patientSeconds = 3;

/** Calls `stop` once with the sentence of a broken threshold. Ends when `signal` aborts. */
export async function watchJointThresholds(
  { db, log }: Pick<RunContext, 'db' | 'log'>,
  { runId, generators, plan }: Claim,
  stop: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const judge = liveThresholds(plan.thresholds);
  const outage = openLoadOutage(log, 'thresholds');
  const seconds = openSeconds(generators);
  let after = 0;
  while (!signal.aborted) {
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
    const fresh = await samplesAfter(db, runId, after).then(
      (read) => {
        outage.answered();
        return read;
      },
      (error: unknown) => {
        outage.failed(error);
        return [];
      },
    );
    after = fresh.at(-1)?.sequence ?? after;
    for (const whole of seconds.add(fresh.map(({ sample }) => sample))) {
      const sentence = judge(whole);
      if (sentence) return stop(sentence);
    }
  }
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
