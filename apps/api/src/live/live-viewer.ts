/**
 * One reader of one run's events (SSE). A reader that cannot keep up is written nothing more until its socket drains, then
 * gets what it missed from Postgres; one that stays stuck for 30 s is dropped. So a slow reader costs a buffer, never the run.
 */
import type { ServerResponse } from 'node:http';
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { isTerminal, type LiveState, type Run } from '@plimsoll/contracts/run';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import type { DbPool } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { samplesAfter } from '@plimsoll/store/samples';
import type { StoredSample } from '@plimsoll/store/stored-samples';
import { sharedChartPoints } from '../runs/chart-points.ts';
import type { FeedEvent, LiveFeeds } from './live-feed.ts';

const heartbeatMs = 15_000;
const recheckMs = 5000;
const patientForMs = 30_000;
const mostBufferedBytes = 1024 * 1024;
/** Resuming further back than this gives a fresh snapshot in place of single seconds. */
const mostResumed = 300;
/** Shards of one second have sequence numbers at most this far apart, or are told again when they come. */
const shardSpread = 64;

export interface ViewerOptions {
  readonly db: DbPool;
  readonly analysis: Analysis;
  readonly feeds: LiveFeeds;
  readonly raw: ServerResponse;
  readonly teamId: string;
  readonly runId: string;
  /** Sequence number the reader has seen; null = it knows nothing. */
  readonly after: number | null;
  /** May it still watch? Asked every 5 s. */
  readonly mayWatch: () => Promise<boolean>;
  readonly onClose: (viewer: LiveViewer) => void;
  /** How long a reader may be stuck; 30 s where absent. */
  readonly stalledForMs?: number;
}

export class LiveViewer {
  readonly #options: ViewerOptions;
  /** Sequence number sent last; null until the snapshot. */
  #sent: number | null;
  #ready = false;
  #behind = false;
  #state: LiveState | null = null;
  #end: Run | null = null;
  #stalledAt: number | null = null;
  #snapshotBytes = 0;
  #closed = false;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #leave: () => void;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#sent = options.after;
    const { raw } = options;
    raw.on('close', () => this.close());
    raw.on('error', () => this.close());
    raw.on('drain', () => void this.#drained());
    // Listens before it reads, so that nothing falls between: what is told meanwhile waits for catchUp.
    this.#leave = options.feeds.watch(options.teamId, options.runId, (event) => this.#hear(event));
    this.#timers.push(setInterval(() => this.#comment(), heartbeatMs));
    this.#timers.push(setInterval(() => void this.#recheck(), recheckMs));
    this.#timers.push(setInterval(() => this.#dropIfStuck(), 1000));
    raw.write('retry: 1000\n\n');
    void this.#catchUp();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#leave();
    this.#options.raw.end();
    this.#options.onClose(this);
  }

  #hear(event: FeedEvent): void {
    if (this.#closed) return;
    if (event.kind === 'gone') {
      this.close();
      return;
    }
    if (event.kind === 'end') this.#end = event.run;
    if (event.kind === 'state') this.#state = event.state;
    if (!this.#ready || this.#stalledAt !== null) {
      this.#behind = true;
      return;
    }
    if (event.kind === 'sample') {
      if (event.sequence <= (this.#sent ?? 0)) return;
      this.#sent = event.sequence;
      this.#write('sample', event.point, event.sequence);
    } else this.#writeState();
  }

  #writeState(): void {
    if (this.#end) {
      this.#write('end', this.#end, this.#sent ?? 0);
      this.close();
    } else if (this.#state) {
      this.#write('state', this.#state, this.#sent ?? 0);
      this.#state = null;
    }
  }

  /** Sends what Postgres holds beyond what was sent, until there is nothing left that was told meanwhile. */
  async #catchUp(): Promise<void> {
    this.#ready = false;
    try {
      do {
        this.#behind = false;
        await this.#sendStored();
      } while (this.#behind && this.#stalledAt === null && !this.#closed);
    } catch {
      // Postgres is away: the reader comes back by itself and resumes where it was.
      return this.close();
    }
    this.#ready = true;
    if (!this.#closed && this.#stalledAt === null) this.#writeState();
  }

  async #sendStored(): Promise<void> {
    const { db, runId, teamId } = this.#options;
    const run = await findRun(db, teamId, runId);
    if (!run) return this.close();
    const from = this.#sent;
    // One more than is ever resumed: a reader that was away for long gets a snapshot, which another thread makes.
    const most = shardSpread + mostResumed + 1;
    const stored = from === null ? [] : await samplesAfter(db, runId, Math.max(0, from - shardSpread), most);
    if (this.#closed) return;
    if (from === null || stored.filter(({ sequence }) => sequence > from).length > mostResumed) await this.#sendSnapshot(run);
    else {
      this.#sendSeconds(stored, from);
      if (isTerminal(run.state)) this.#end = run;
    }
  }

  async #sendSnapshot(run: Run): Promise<void> {
    const { pointsJson, resolutionSeconds, lastSequence } = await sharedChartPoints(this.#options.analysis, run.id);
    if (this.#closed) return;
    this.#sent = lastSequence;
    // The points may be a second old: what came since is read next.
    this.#behind = true;
    this.#snapshotBytes = this.#writeText(
      'snapshot',
      `${JSON.stringify({ run, resolutionSeconds }).slice(0, -1)},"points":${pointsJson}}`,
      lastSequence,
    );
  }

  /** Single seconds after `from`, each whole: all shards of it merged. */
  #sendSeconds(stored: readonly StoredSample[], from: number): void {
    const seconds = new Map<number, { last: number; samples: StoredSample['sample'][] }>();
    for (const { sequence, sample } of stored) {
      const known = seconds.get(sample.second);
      seconds.set(sample.second, { last: Math.max(sequence, known?.last ?? 0), samples: [...(known?.samples ?? []), sample] });
    }
    for (const { last, samples } of [...seconds.values()].sort((a, b) => a.last - b.last)) {
      const [point] = last > from ? mergeIntoPoints(samples, 1) : [];
      if (!point) continue;
      this.#sent = last;
      this.#write('sample', point, last);
    }
  }

  #write(event: string, data: unknown, id: number): number {
    return this.#writeText(event, JSON.stringify(data), id);
  }

  #writeText(event: string, json: string, id: number): number {
    const text = `id: ${id}\nevent: ${event}\ndata: ${json}\n\n`;
    if (!this.#options.raw.write(text)) this.#stalledAt ??= performance.now();
    return Buffer.byteLength(text);
  }

  async #drained(): Promise<void> {
    this.#stalledAt = null;
    if (this.#ready && !this.#closed && this.#behind) await this.#catchUp();
    else if (this.#ready && !this.#closed) this.#writeState();
  }

  #comment(): void {
    if (this.#stalledAt === null) this.#options.raw.write(': here\n\n');
  }

  async #recheck(): Promise<void> {
    if (!(await this.#options.mayWatch())) this.close();
  }

  #dropIfStuck(): void {
    const { stalledForMs = patientForMs } = this.#options;
    const stalled = this.#stalledAt !== null && performance.now() - this.#stalledAt > stalledForMs;
    if (stalled || this.#options.raw.writableLength > mostBufferedBytes + this.#snapshotBytes) this.#options.raw.destroy();
  }
}
