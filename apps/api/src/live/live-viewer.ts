/**
 * One reader of one run's events (SSE). A reader that cannot keep up is written nothing more until its socket drains, then
 * gets what it missed; one that stays stuck for 30 s is dropped. So a slow reader costs a buffer, never the run.
 */
import type { ServerResponse } from 'node:http';
import type { LiveState } from '@plimsoll/contracts/live';
import { eventBlock } from './event-block.ts';
import type { FeedEvent } from './live-feed.ts';
import type { LiveFeeds, Watching } from './live-feeds.ts';
import type { LiveSnapshots } from './live-snapshots.ts';

const heartbeatMs = 15_000;
const mostBufferedBytes = 1024 * 1024;
/** A reader that does not take what was written before the end is cut off after this long. */
const lingerMs = 1000;

/** The viewer of a stream, and the run it is of. */
export interface ViewerRequest {
  readonly raw: ServerResponse;
  readonly teamId: string;
  readonly runId: string;
  /** Sequence number the reader has seen; null = it knows nothing. */
  readonly after: number | null;
}

export interface ViewerOptions extends ViewerRequest {
  readonly feeds: LiveFeeds;
  readonly snapshots: LiveSnapshots;
  /** The longest time a reader may be stuck. */
  readonly patienceMs: number;
  /** Called once, whoever closed it. */
  readonly onClose: () => void;
}

export class LiveViewer {
  readonly #options: ViewerOptions;
  readonly #watching: Watching;
  /** Sequence number sent last; null until the snapshot. */
  #sent: number | null;
  #ready = false;
  #behind = false;
  #state: LiveState | null = null;
  #endJson: string | null = null;
  #stalledAt: number | null = null;
  #beatAt = performance.now();
  #snapshotBytes = 0;
  #closed = false;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#sent = options.after;
    const { raw } = options;
    raw.on('close', () => this.close());
    raw.on('error', () => this.close());
    raw.on('drain', () => void this.#drained());
    // Listens before it reads, so that nothing falls between: what is told meanwhile waits for catchUp.
    this.#watching = options.feeds.watch(options.teamId, options.runId, (event) => this.#hear(event));
    raw.write('retry: 1000\n\n');
    void this.#catchUp();
  }

  /** The one way out. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const { raw, onClose } = this.#options;
    this.#watching.leave();
    if (!raw.destroyed) {
      raw.end();
      const last = setTimeout(() => raw.destroy(), lingerMs);
      raw.once('close', () => clearTimeout(last));
    }
    onClose();
  }

  /** Looks after itself, at this time of `performance.now`; called about once a second. */
  tick(nowMs: number): void {
    const { raw, patienceMs } = this.#options;
    const stalled = this.#stalledAt !== null && nowMs - this.#stalledAt > patienceMs;
    if (stalled || raw.writableLength > mostBufferedBytes + this.#snapshotBytes) raw.destroy();
    else if (this.#stalledAt === null && nowMs - this.#beatAt >= heartbeatMs) {
      this.#beatAt = nowMs;
      raw.write(': here\n\n');
    }
  }

  #hear(event: FeedEvent): void {
    if (this.#closed) return;
    if (event.kind === 'gone') {
      this.close();
      return;
    }
    if (event.kind === 'end') this.#endJson = event.runJson;
    if (event.kind === 'state') this.#state = event.state;
    if (!this.#ready || this.#stalledAt !== null) this.#behind = true;
    else if (event.kind === 'sample') this.#writeSecond(event.sequence, event.block);
    else this.#writeState();
  }

  #writeState(): void {
    if (this.#endJson !== null) {
      this.#write(eventBlock('end', this.#endJson, this.#sent ?? 0));
      this.close();
    } else if (this.#state) {
      this.#write(eventBlock('state', JSON.stringify(this.#state), this.#sent ?? 0));
      this.#state = null;
    }
  }

  /** Sends what there is beyond what was sent, until there is nothing left that was told meanwhile. */
  async #catchUp(): Promise<void> {
    this.#ready = false;
    try {
      do {
        this.#behind = false;
        if (this.#sent === null || !(await this.#sendTold(this.#sent))) await this.#sendSnapshot();
      } while (this.#behind && this.#stalledAt === null && !this.#closed);
    } catch {
      // Postgres is away: the reader comes back by itself and resumes where it was.
      return this.close();
    }
    this.#ready = true;
    if (!this.#closed && this.#stalledAt === null) this.#writeState();
  }

  async #sendSnapshot(): Promise<void> {
    const { snapshots, teamId, runId } = this.#options;
    const snapshot = await snapshots.of(teamId, runId);
    if (this.#closed) return;
    // One that brings the reader nowhere is as good as none: it comes back by itself.
    if (!snapshot || snapshot.lastSequence === this.#sent) return this.close();
    this.#sent = snapshot.lastSequence;
    // Its points may be a minute old: what came since is sent next.
    this.#behind = true;
    this.#snapshotBytes = snapshot.bytes;
    this.#options.raw.cork();
    for (const block of snapshot.blocks) this.#write(block);
    this.#options.raw.uncork();
  }

  /** The one answer to "what came after this?". False: the feed does not reach back that far, and the reader needs a snapshot. */
  async #sendTold(after: number): Promise<boolean> {
    await this.#watching.ready;
    const told = this.#watching.since(after);
    if (!told || this.#closed) return this.#closed;
    for (const { sequence, block } of told) {
      if (this.#stalledAt !== null) this.#behind = true;
      else this.#writeSecond(sequence, block);
    }
    return true;
  }

  #writeSecond(sequence: number, block: Buffer): void {
    if (sequence <= (this.#sent ?? 0)) return;
    this.#sent = sequence;
    this.#write(block);
  }

  #write(block: Buffer): void {
    if (!this.#options.raw.write(block)) this.#stalledAt ??= performance.now();
  }

  async #drained(): Promise<void> {
    this.#stalledAt = null;
    if (!this.#ready || this.#closed) return;
    if (this.#behind) await this.#catchUp();
    else this.#writeState();
  }
}
