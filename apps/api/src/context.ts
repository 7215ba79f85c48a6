/** What every route may use; made once in start-api.ts. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import type { Pool } from 'pg';
import type { Auth } from './auth.ts';
import type { ApiConfig } from './config.ts';
import type { LiveFeeds } from './live-feed.ts';

export interface ApiContext {
  readonly config: ApiConfig;
  readonly db: Pool;
  readonly queue: LoadQueue;
  readonly auth: Auth;
  readonly feeds: LiveFeeds;
  readonly analysis: Analysis;
}
