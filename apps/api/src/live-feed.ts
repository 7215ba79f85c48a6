/**
 * Watches runs for their viewers: one poller per watched run and process, however many look on. It reads what Postgres holds,
 * so a viewer that joins late, comes back or opens the page again sees the same as one that was there all the time.
 */
import { isTerminal, type LiveState, type Run } from '@plimsoll/contracts/run';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { pointsOf } from '@plimsoll/statistics/point';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { judgeValidity } from '@plimsoll/statistics/validity';
import { findRun } from '@plimsoll/store/runs';
import { samplesAfter } from '@plimsoll/store/samples';
import { allSamplesAfter } from '@plimsoll/store/stored-samples';
import type { Pool } from 'pg';

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
/** Beyond this many samples, live thresholds and validity rest until the end: they are made from all samples. */
const mostJudged = 3600;
const deafAfterMs = 60_000;

export interface LiveFeeds {
  /** Calls `listener` with what happens from now on; call the answer to leave. */
  watch(teamId: string, runId: string, listener: Listener): () => void;
  /** How many pollers are running. */
  readonly size: number;
  close(): void;
}

export function openLiveFeeds(db: Pool): LiveFeeds {
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
  readonly #db: Pool;
  readonly #teamId: string;
  readonly #runId: string;
  readonly #onClose: () => void;
  readonly #listeners = new Set<Listener>();
  readonly #judge = new LiveJudge();
  readonly #recent = new Map<number, Sample[]>();
  #cursor: number | null = null;
  /** A second that not all shards have told: half of it would be a dip in the chart. It waits for one look. */
  #held: Extract<FeedEvent, { kind: 'sample' }> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastText = '';
  #lastState: LiveState | null = null;
  #reachedAt = performance.now();
  #closed = false;

  constructor(db: Pool, teamId: string, runId: string, onClose: () => void) {
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
      const run = await findRun(this.#db, this.#teamId, this.#runId);
      if (!run) return this.#end({ kind: 'gone' });
      await this.#readSamples(run);
      this.#reachedAt = performance.now();
      if (this.#closed) return;
      if (isTerminal(run.state)) return this.#end({ kind: 'end', run });
      this.#tellState(run);
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

  async #readSamples(run: Run): Promise<void> {
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
      this.#judge.add(sample, run);
      const shards = [...(this.#recent.get(sample.second) ?? []), sample];
      this.#recent.set(sample.second, shards);
      if (stored[index + 1]?.sample.second === sample.second) continue;
      // Whoever came before the first look may have been given less than this: sequences sort out what is new to whom.
      const [point] = first && sequence < this.#cursor - rememberedSeconds * 8 ? [] : pointsOf(shards, 1);
      if (!point) continue;
      const waits = index === stored.length - 1 && shards.length < run.generators.length && !isTerminal(run.state);
      if (waits) this.#held = { kind: 'sample', sequence, point };
      else this.#tell({ kind: 'sample', sequence, point });
    }
    const newest = Math.max(...this.#recent.keys());
    for (const second of this.#recent.keys()) if (second < newest - rememberedSeconds) this.#recent.delete(second);
  }

  #tellState(run: Run): void {
    const { state, stateReason, startedAt, endedAt, stopRequested } = run;
    const judged = this.#judge.judge(run);
    const live: LiveState = { state, stateReason, startedAt, endedAt, stopRequested, ...judged };
    const text = JSON.stringify(live);
    if (text === this.#lastText) return;
    this.#lastText = text;
    this.#lastState = live;
    this.#tell({ kind: 'state', state: live });
  }
}

/** Names of requests in thresholds. */
function requestsNamed(thresholds: readonly string[]): ReadonlySet<string> {
  return new Set(
    thresholds.map(parseThreshold).flatMap((threshold) => ('error' in threshold || threshold.request === null ? [] : [threshold.request])),
  );
}

/** Thresholds and validity while a run goes on, as often as they cost at most a twentieth of the process. */
class LiveJudge {
  #samples: Sample[] = [];
  #named: ReadonlySet<string> | null = null;
  #fresh = false;
  #last: Pick<LiveState, 'validity' | 'thresholds'> = { validity: null, thresholds: [] };
  #notBefore = 0;

  /** Of requests only those that thresholds name are kept: they hold the most of a sample. */
  add(sample: Sample, { plan }: Run): void {
    this.#fresh = true;
    this.#named ??= requestsNamed(plan.thresholds);
    const byRequest = sample.byRequest.filter(({ name }) => this.#named?.has(name));
    if (this.#samples.length <= mostJudged) this.#samples.push({ ...sample, byRequest });
  }

  judge(run: Run): Pick<LiveState, 'validity' | 'thresholds'> {
    const now = performance.now();
    if (!this.#fresh || now < this.#notBefore) return this.#last;
    if (this.#samples.length > mostJudged) {
      this.#samples = [];
      this.#notBefore = Number.POSITIVE_INFINITY;
      return this.#last;
    }
    this.#fresh = false;
    this.#last = { validity: judgeValidity(run.plan, this.#samples), thresholds: evaluateThresholds(run.plan.thresholds, this.#samples) };
    const cost = performance.now() - now;
    this.#notBefore = now + Math.max(900, cost * 20);
    return this.#last;
  }
}
