/**
 * Watches runs for their viewers: one poller per watched run and process, however many look on. It reads what Postgres holds,
 * so a viewer that joins late, comes back or opens the page again sees the same as one that was there all the time.
 */
import { isTerminal, type LiveState, type Run } from '@plimsoll/contracts/run';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import type { DbPool } from '@plimsoll/store/db';
import { findLiveState, type LiveRow } from '@plimsoll/store/live-state';
import { findRun } from '@plimsoll/store/runs';
import { samplesAfter } from '@plimsoll/store/samples';
import { allSamplesAfter } from '@plimsoll/store/stored-samples';
import { LiveJudge } from './live-judge.ts';

export type FeedEvent =
  | { readonly kind: 'sample'; readonly sequence: number; readonly point: Point }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'end'; readonly run: Run }
  /** Deleted, or the database is gone for long: nothing more will come. */
  | { readonly kind: 'gone' };

export type Listener = (event: FeedEvent) => void;

const pollMs = 250;
/** Shards of one second may arrive apart: this many seconds back are merged again when a late one comes. */
const rememberedSeconds = 10;
const deafAfterMs = 60_000;

export interface LiveFeeds {
  /** Calls `listener` with what happens from now on; call the answer to leave. */
  watch(teamId: string, runId: string, listener: Listener): () => void;
  /** How many pollers are running. */
  readonly size: number;
  close(): void;
}

export function openLiveFeeds(db: DbPool): LiveFeeds {
  const feeds = new Map<string, RunFeed>();
  return {
    watch(teamId, runId, listener) {
      const key = `${teamId} ${runId}`;
      let feed = feeds.get(key);
      if (!feed) {
        feed = new RunFeed(db, teamId, runId, () => feeds.delete(key));
        feeds.set(key, feed);
      }
      return feed.add(listener);
    },
    get size() {
      return feeds.size;
    },
    close() {
      for (const feed of feeds.values()) feed.close();
    },
  };
}

/** Lives while somebody listens and the run is not over. */
class RunFeed {
  readonly #db: DbPool;
  readonly #teamId: string;
  readonly #runId: string;
  readonly #onClose: () => void;
  readonly #listeners = new Set<Listener>();
  /** Made with the plan, which is read once: it never changes. */
  #judge: LiveJudge | null = null;
  readonly #recent = new Map<number, Sample[]>();
  #cursor: number | null = null;
  /** A second that not all shards have told: half of it would be a dip in the chart. It waits for one look. */
  #held: Extract<FeedEvent, { kind: 'sample' }> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastText = '';
  #lastState: LiveState | null = null;
  #reachedAt = performance.now();
  #closed = false;

  constructor(db: DbPool, teamId: string, runId: string, onClose: () => void) {
    this.#db = db;
    this.#teamId = teamId;
    this.#runId = runId;
    this.#onClose = onClose;
    this.#timer = setTimeout(() => void this.#poll(), 0);
  }

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#lastState) listener({ kind: 'state', state: this.#lastState });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#onClose();
  }

  #tell(event: FeedEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  async #poll(): Promise<void> {
    try {
      // The state first: samples written before a run ended are then read before its end is told.
      const live = await findLiveState(this.#db, this.#teamId, this.#runId);
      const run = live && (this.#judge === null || isTerminal(live.state)) ? await findRun(this.#db, this.#teamId, this.#runId) : null;
      this.#judge ??= run && new LiveJudge(run.plan);
      if (!live || !this.#judge) return this.#end({ kind: 'gone' });
      await this.#readSamples(live, this.#judge);
      this.#reachedAt = performance.now();
      if (this.#closed) return;
      if (isTerminal(live.state)) return this.#end(run ? { kind: 'end', run } : { kind: 'gone' });
      this.#tellState(live, this.#judge);
    } catch {
      // Postgres may be restarting: what happens meanwhile is read when it is back.
      if (performance.now() - this.#reachedAt > deafAfterMs) return this.#end({ kind: 'gone' });
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.#poll(), pollMs);
  }

  #end(event: FeedEvent): void {
    if (this.#closed) return;
    this.#tell(event);
    this.close();
  }

  async #readSamples(run: LiveRow, judge: LiveJudge): Promise<void> {
    const first = this.#cursor === null;
    const stored = first
      ? await allSamplesAfter(this.#db, this.#runId, 0)
      : await samplesAfter(this.#db, this.#runId, this.#cursor ?? 0, 2000);
    this.#cursor = stored.at(-1)?.sequence ?? this.#cursor ?? 0;
    if (this.#closed) return;
    const held = this.#held;
    this.#held = null;
    if (held && stored[0]?.sample.second !== held.point.second) this.#tell(held);
    for (const [index, { sequence, sample }] of stored.entries()) {
      judge.add(sample);
      const shards = [...(this.#recent.get(sample.second) ?? []), sample];
      this.#recent.set(sample.second, shards);
      if (stored[index + 1]?.sample.second === sample.second) continue;
      // Whoever came before the first look may have been given less than this: sequences sort out what is new to whom.
      const [point] = first && sequence < this.#cursor - rememberedSeconds * 8 ? [] : mergeIntoPoints(shards, 1);
      if (!point) continue;
      const waits = index === stored.length - 1 && shards.length < run.generators && !isTerminal(run.state);
      if (waits) this.#held = { kind: 'sample', sequence, point };
      else this.#tell({ kind: 'sample', sequence, point });
    }
    const newest = Math.max(...this.#recent.keys());
    for (const second of this.#recent.keys()) if (second < newest - rememberedSeconds) this.#recent.delete(second);
  }

  #tellState({ generators: _, ...flags }: LiveRow, judge: LiveJudge): void {
    const live: LiveState = { ...flags, ...judge.judge() };
    const text = JSON.stringify(live);
    if (text === this.#lastText) return;
    this.#lastText = text;
    this.#lastState = live;
    this.#tell({ kind: 'state', state: live });
  }
}
