/**
 * Looks at runs under way: which seconds are new, and how thresholds and validity stand. A watcher asks some times a second; what it
 * needs of the samples it was given before is kept here between its looks, so that each second is read and merged once.
 */

import type { LiveState } from '@plimsoll/contracts/live';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import type { Db } from '@plimsoll/store/db';
import { readResources, readTarget } from '@plimsoll/store/resources';
import type { StoredSample } from '@plimsoll/store/sample-row';
import { samplesAfter } from '@plimsoll/store/samples';
import { allSamplesAfter } from '@plimsoll/store/stored-samples';
import { targetOfSecond } from '../run/target-of-second.ts';
import { LiveJudge } from './live-judge.ts';

/** A watcher's question. */
export interface LiveQuestion {
  /** The watcher, for whom it keeps what it read, until `forgetLive`. */
  readonly watcher: string;
  readonly teamId: string;
  readonly runId: string;
  /** Without its files and bodies, which may be large: see `judgedPlan`. */
  readonly plan: Plan;
  /** The sequence number of the second that the watcher was told last; null where it was told none. */
  readonly after: number | null;
  /** The first look tells so many seconds back. */
  readonly reachSeconds: number;
  /** How many shards tell a whole second. */
  readonly generators: number;
  /** No sample comes any more: a second that is half told waits for nothing. */
  readonly over: boolean;
}

/** A second, all shards that told it merged: its point as JSON. `sequence` is that of the last sample in it. */
export interface LiveSecond {
  readonly sequence: number;
  readonly second: number;
  readonly pointJson: string;
}

export interface LiveLook extends Pick<LiveState, 'validity' | 'thresholds'> {
  /** By rising sequence number. */
  readonly seconds: readonly LiveSecond[];
  /** All seconds after this sequence number that were told are among those of the looks since the first. */
  readonly from: number;
}

/** Shards of one second may arrive apart: this many seconds back are merged again when a late one comes. */
const rememberedSeconds = 10;

/** Looks and what is kept between them. */
export function openLiveLooks() {
  const watches = new Map<string, LiveWatch>();
  return {
    /** News since the watcher's last look. */
    async lookAtLive(db: Db, question: LiveQuestion): Promise<LiveLook> {
      const watch = watches.get(question.watcher) ?? new LiveWatch(question);
      watches.set(question.watcher, watch);
      return watch.look(db, question);
    },
    async forgetLive(_db: Db, watcher: string): Promise<void> {
      watches.delete(watcher);
    },
  };
}

class LiveWatch {
  readonly #judge: LiveJudge;
  readonly #recent = new Map<number, Sample[]>();
  /** Sequence number that was read last; null before the first look. */
  #cursor: number | null = null;
  #from: number;
  /** A second that not all shards have told: half of it would be a dip in the chart. It waits for one look. */
  #held: LiveSecond | null = null;

  constructor({ plan, after }: LiveQuestion) {
    this.#judge = new LiveJudge(plan);
    this.#from = after ?? 0;
  }

  async look(db: Db, { teamId, runId, after, reachSeconds, generators, over }: LiveQuestion): Promise<LiveLook> {
    const first = this.#cursor === null;
    const stored = first ? await allSamplesAfter(db, runId, 0) : await samplesAfter(db, runId, this.#cursor ?? 0, 2000);
    this.#cursor = stored.at(-1)?.sequence ?? this.#cursor ?? 0;
    // Whoever came before the first look may have been given less than this: sequences sort out what is new to whom.
    if (first) this.#from = after ?? endOfPast(stored, reachSeconds);
    const seconds: LiveSecond[] = [];
    const held = this.#held;
    this.#held = null;
    if (held && stored[0]?.sample.second !== held.second) seconds.push(held);
    for (const [index, { sequence, sample }] of stored.entries()) {
      this.#judge.add(sample);
      const shards = [...(this.#recent.get(sample.second) ?? []), sample];
      this.#recent.set(sample.second, shards);
      if (stored[index + 1]?.sample.second === sample.second || (first && sequence <= this.#from)) continue;
      const [point] = mergeIntoPoints(shards, 1);
      if (!point) continue;
      const told = { sequence, second: point.second, pointJson: JSON.stringify(point) };
      if (index === stored.length - 1 && shards.length < generators && !over) this.#held = told;
      else seconds.push(told);
    }
    const newest = Math.max(...this.#recent.keys());
    for (const second of this.#recent.keys()) if (second < newest - rememberedSeconds) this.#recent.delete(second);
    return {
      seconds,
      from: this.#from,
      ...(await this.#judge.judge({
        measured: async (second) => (await readTarget(db, runId, second)).target,
        bySecond: async () => targetOfSecond(await readResources(db, teamId, runId)),
      })),
    };
  }
}

/** The last sequence number of the seconds that the first look tells nobody. */
function endOfPast(stored: readonly StoredSample[], reachSeconds: number): number {
  const newest = stored.reduce((last, { sample }) => Math.max(last, sample.second), 0);
  return stored.findLast(({ sample }) => sample.second <= newest - reachSeconds)?.sequence ?? 0;
}
