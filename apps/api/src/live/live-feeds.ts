/** The runs that are watched in this process: one feed each and language, and how many viewers a person may have. */

import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { DbPool } from '@plimsoll/store/db';
import { readersLanguage } from '@plimsoll/wording/words';
import { type Listener, LiveFeed } from './live-feed.ts';

/** One viewer's end of a feed. */
export interface Watching {
  /** See {@link LiveFeed}. */
  readonly ready: Promise<void>;
  since: LiveFeed['since'];
  leave(): void;
}

export interface LiveFeeds {
  /** Calls `listener` with what happens from now on. */
  watch(teamId: string, runId: string, listener: Listener): Watching;
  /** Number of pollers that are running. */
  readonly size: number;
  close(): void;
}

export function openLiveFeeds(db: DbPool, analysis: Pick<Analysis, 'lookAtLive' | 'forgetLive'>): LiveFeeds {
  const feeds = new Map<string, LiveFeed>();
  return {
    watch(teamId, runId, listener) {
      // Made while its first viewer is spoken to, so its sentences are in that language.
      const key = `${teamId} ${runId} ${readersLanguage()}`;
      const known = feeds.get(key);
      const feed = known ?? new LiveFeed({ db, analysis, teamId, runId, onClose: () => feeds.delete(key) });
      feeds.set(key, feed);
      return { leave: feed.add(listener), ready: feed.ready, since: (sequence) => feed.since(sequence) };
    },
    get size() {
      return feeds.size;
    },
    close() {
      for (const feed of feeds.values()) feed.close();
    },
  };
}
