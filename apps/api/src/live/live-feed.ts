/**
 * Watches one run for its viewers, however many look on. It reads what Postgres holds, so a viewer that joins late, comes back or
 * opens the page again sees the same as one that was there all the time. Samples are read, merged and judged in the analysis thread.
 */
import { randomUUID } from 'node:crypto';
import { judgedPlan } from '@plimsoll/analysis/judged-plan';
import type { LiveSecond } from '@plimsoll/analysis/live-looks';
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { LiveState } from '@plimsoll/contracts/live';
import type { Plan } from '@plimsoll/contracts/plan';
import { isTerminal } from '@plimsoll/contracts/run';
import type { DbPool } from '@plimsoll/store/db';
import { findLiveState, type LiveRow } from '@plimsoll/store/live-state';
import { findRun } from '@plimsoll/store/runs';
import { eventBlock } from './event-block.ts';

/** `block` is the event as it goes over the wire: written once, however many read it. */
export type FeedEvent =
  | { readonly kind: 'sample'; readonly sequence: number; readonly block: Buffer }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'end'; readonly runJson: string }
  /** Deleted, or the database is gone for long: nothing more will come. */
  | { readonly kind: 'gone' };

type ToldSecond = Extract<FeedEvent, { kind: 'sample' }> & Pick<LiveSecond, 'second'>;
export type Listener = (event: FeedEvent) => void;

const pollMs = 250;
const deafAfterMs = 60_000;
/** Seconds that are kept for viewers that join or lag behind for a moment: twice as many as a snapshot may be old (`chart-points.ts`). */
const keptSeconds = 120;

export interface LiveFeedOptions {
  readonly db: DbPool;
  readonly analysis: Pick<Analysis, 'lookAtLive' | 'forgetLive'>;
  readonly teamId: string;
  readonly runId: string;
  readonly onClose: () => void;
}

/** Lives while somebody listens and the run is not over. */
export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #watcher = randomUUID();
  readonly #listeners = new Set<Listener>();
  /** Read once: it never changes. */
  #plan: Plan | null = null;
  #told: ToldSecond[] = [];
  /** `#told` holds the samples told after this sequence number; null before the first look. */
  #from: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastText = '';
  #lastState: LiveState | null = null;
  #reachedAt = performance.now();
  #closed = false;
  readonly #ready = Promise.withResolvers<void>();
  /** Resolves when the first look was had, or when there is none to come: only then is it known what `since` reaches back to. */
  readonly ready: Promise<void> = this.#ready.promise;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => void this.#poll(), 0);
  }

  /** Calls `listener` with what happens from now on; call the answer to leave. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#lastState) listener({ kind: 'state', state: this.#lastState });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** The samples told after this sequence number, each second as it was told last; null where they are no longer known here. */
  since(sequence: number): readonly Extract<FeedEvent, { kind: 'sample' }>[] | null {
    return this.#from === null || sequence < this.#from ? null : this.#told.filter((one) => one.sequence > sequence);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#ready.resolve();
    if (this.#from !== null) this.#forget();
    this.#options.onClose();
  }

  #tell(event: FeedEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  async #poll(): Promise<void> {
    const { db, teamId, runId } = this.#options;
    try {
      // The state first: samples written before a run ended are then read before its end is told.
      const live = await findLiveState(db, teamId, runId);
      const over = live !== null && isTerminal(live.state);
      const run = live && (this.#plan === null || over) ? await findRun(db, teamId, runId) : null;
      this.#plan ??= run && judgedPlan(run.plan);
      if (this.#closed) return;
      if (!live || !this.#plan) return this.#end({ kind: 'gone' });
      await this.#look(live, this.#plan, over);
      this.#reachedAt = performance.now();
      if (this.#closed) return;
      if (over) return this.#end(run ? { kind: 'end', runJson: JSON.stringify(run) } : { kind: 'gone' });
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

  async #look(live: LiveRow, plan: Plan, over: boolean): Promise<void> {
    const { analysis, teamId, runId } = this.#options;
    const { generators, ...flags } = live;
    const after = this.#from === null ? null : (this.#told.at(-1)?.sequence ?? this.#from);
    const look = await analysis.lookAtLive({
      watcher: this.#watcher,
      teamId,
      runId,
      plan,
      after,
      reachSeconds: keptSeconds,
      generators,
      over,
    });
    if (this.#closed) return this.#forget();
    this.#from ??= look.from;
    for (const second of look.seconds) this.#tellSecond(second);
    this.#ready.resolve();
    if (!over) this.#tellState({ ...flags, validity: look.validity, thresholds: look.thresholds });
  }

  /** Drops the thread's memory of this feed. */
  #forget(): void {
    this.#options.analysis.forgetLive(this.#watcher).catch(() => undefined);
  }

  #tellSecond({ sequence, second, pointJson }: LiveSecond): void {
    const event: ToldSecond = { kind: 'sample', sequence, second, block: eventBlock('sample', pointJson, sequence) };
    this.#told = this.#told.filter((one) => one.second !== second);
    this.#told.push(event);
    if (this.#told.length > keptSeconds) this.#from = this.#told.shift()?.sequence ?? this.#from;
    this.#tell(event);
  }

  #tellState(state: LiveState): void {
    const text = JSON.stringify(state);
    if (text === this.#lastText) return;
    this.#lastText = text;
    this.#lastState = state;
    this.#tell({ kind: 'state', state });
  }
}
