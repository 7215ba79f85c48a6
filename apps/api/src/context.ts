/** What every route may use; made once in start-api.ts. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { ProofSources } from '@plimsoll/engine/prove-host';
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import type { DbPool } from '@plimsoll/store/db';
import type { StorageWatch } from '@plimsoll/store/storage-watch';
import type { AccountLimits } from './auth/account-limits.ts';
import type { Auth } from './auth/auth.ts';
import type { ApiConfig } from './config.ts';
import type { BodyReader } from './http/intake/body-reader.ts';
import type { LiveFeeds } from './live/live-feeds.ts';
import type { Mailer } from './mail/mailer.ts';
import type { DependencyWatch } from './system/dependency-watch.ts';
import type { Metrics } from './system/metrics.ts';

export interface ApiContext {
  readonly config: ApiConfig;
  readonly db: DbPool;
  readonly queue: LoadQueue;
  readonly auth: Auth;
  readonly limits: AccountLimits;
  readonly feeds: LiveFeeds;
  readonly analysis: Analysis;
  readonly bodies: BodyReader;
  readonly storage: StorageWatch;
  readonly metrics: Metrics;
  readonly dependencies: DependencyWatch;
  /** Where proofs of hosts are looked for; absent: in the world. */
  readonly proofSources?: ProofSources;
  /** Null: the installation sends no mail. */
  readonly mailer: Mailer | null;
}
