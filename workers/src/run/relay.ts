/**
 * Carries samples from a generator to Postgres and the answer (go on, stop) back. While Postgres is away samples wait here in
 * order, none is lost; what was perhaps written is written again, which changes nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '@plimsoll/contracts/sample';
import type { ClockWatch } from '@plimsoll/store/clock-watch';
import type { Db } from '@plimsoll/store/db';
import { heartbeat, type ShardAnswer, type ShardKey } from '@plimsoll/store/run-life';
import { appendSamples } from '@plimsoll/store/samples';
import { watchAnswers } from '../generator/answer-watch.ts';
import { silentAfterMs } from '../generator/dead-man-switch.ts';

const beatMs = 400;
const retryMs = 250;
const batch = 20;

export interface RelayEvents {
  /** Postgres answered what was sent at this time of the monotonic clock. */
  onHeard(heardAtNs: bigint): void;
  /** So many samples wait no more; `lagMs`: how long each that was kept has waited. */
  onLeft(count: number, lagMs: readonly number[]): void;
  onAnswer(answer: ShardAnswer): void;
  onError(error: Error): void;
}

export interface Relay {
  add(sample: Sample): void;
  /** Resolves when every sample is kept, or with `gone` when the run is no longer ours. Waits for Postgres as long as it takes. */
  drain(): Promise<'kept' | 'gone'>;
  /** Has this worker, which asked all the while, been without an answer for as long as a load may send? A worker that was frozen has not asked. */
  wasCutOff(): boolean;
  close(): void;
}

/** `clock`: the worker's, which has seen the database's clock before this run. */
export function openRelay(db: Db, run: ShardKey, clock: ClockWatch, events: RelayEvents): Relay {
  const waiting: { readonly sample: Sample; readonly sinceMs: number }[] = [];
  const closing = new AbortController();
  let cutOff = false;
  const answers = watchAnswers(() => {
    cutOff = true;
  }, silentAfterMs);
  let gone = false;
  let wake: (() => void) | undefined;

  async function beat(): Promise<void> {
    const sentAtNs = process.hrtime.bigint();
    answers.asked();
    const samples = waiting.slice(0, batch).map(({ sample }) => sample);
    const answer =
      samples.length > 0
        ? (await appendSamples(db, run.runId, run.attempt, run.shard, samples, clock)).answer
        : await heartbeat(db, run, clock);
    answers.answered();
    if (answer === 'gone') gone = true;
    else {
      const keptMs = performance.now();
      const kept = waiting.splice(0, samples.length);
      events.onLeft(
        kept.length,
        kept.map(({ sinceMs }) => keptMs - sinceMs),
      );
      events.onHeard(sentAtNs);
    }
    events.onAnswer(answer);
  }

  async function pause(ms: number): Promise<void> {
    if (waiting.length === 0 || ms === retryMs) {
      const woken = new Promise<void>((done) => {
        wake = ms === retryMs ? undefined : done;
      });
      await Promise.race([woken, sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)]);
    }
  }

  void (async () => {
    while (!closing.signal.aborted && !gone) {
      const failed = await beat().then(
        () => false,
        (error: Error) => {
          events.onError(error);
          return true;
        },
      );
      if (!gone) await pause(failed ? retryMs : beatMs);
    }
  })();

  return {
    add(sample) {
      // One that comes after the end waits for nobody.
      if (closing.signal.aborted) return events.onLeft(1, []);
      waiting.push({ sample, sinceMs: performance.now() });
      wake?.();
    },
    async drain() {
      while (waiting.length > 0 && !gone && !closing.signal.aborted) {
        await sleep(20);
      }
      return gone ? 'gone' : 'kept';
    },
    wasCutOff: () => cutOff,
    close() {
      closing.abort();
      answers.close();
      events.onLeft(waiting.splice(0).length, []);
    },
  };
}
