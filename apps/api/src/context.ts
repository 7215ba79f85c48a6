/** What every route may use; made once in start-api.ts. */
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import type { Pool } from 'pg';
import type { Auth } from './auth/auth.ts';
import type { Comparer } from './comparison/comparer.ts';
import type { ApiConfig } from './config.ts';
import type { LiveFeeds } from './live/live-feed.ts';

export interface ApiContext {
  readonly config: ApiConfig;
  readonly db: Pool;
  readonly queue: LoadQueue;
  readonly auth: Auth;
  readonly feeds: LiveFeeds;
  readonly comparer: Comparer;
}
