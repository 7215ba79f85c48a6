/** The context that every route may use; start-api.ts makes it once. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { Strangers } from '@plimsoll/network/strangers';
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import type { DbPool } from '@plimsoll/store/db';
import type { StorageWatch } from '@plimsoll/store/storage-watch';
import type { AccountLimits } from './auth/account-limits.ts';
import type { Auth } from './auth/auth.ts';
import type { ProviderClient } from './auth/oidc/provider-client.ts';
import type { ApiConfig } from './config.ts';
import type { KeptAnswers } from './figures/kept-answers.ts';
import type { Downloads } from './http/downloads.ts';
import type { BodyReader } from './http/intake/body-reader.ts';
import type { LiveFeeds } from './live/live-feeds.ts';
import type { Mailer } from './mail/mailer.ts';
import type { OpenLinks } from './share/open-links.ts';
import type { ApiTraces } from './system/api-traces.ts';
import type { ArchiveWatch } from './system/archive-watch.ts';
import type { DependencyWatch } from './system/dependency-watch.ts';
import type { Metrics } from './system/metrics.ts';

export interface ApiContext {
  readonly config: ApiConfig;
  readonly db: DbPool;
  readonly queue: LoadQueue;
  readonly auth: Auth;
  /** Null: nobody signs in by a provider. */
  readonly provider: ProviderClient | null;
  readonly limits: AccountLimits;
  readonly feeds: LiveFeeds;
  readonly analysis: Analysis;
  readonly keptAnswers: KeptAnswers;
  readonly bodies: BodyReader;
  readonly storage: StorageWatch;
  readonly metrics: Metrics;
  readonly traces: ApiTraces;
  readonly dependencies: DependencyWatch;
  readonly archive: ArchiveWatch;
  /** Of all routes: their limits are those of the process. */
  readonly downloads: Downloads;
  readonly strangers: Strangers;
  /** For messages, so that no receiver of theirs holds up who looks at a page. */
  readonly messengers: Strangers;
  readonly links: OpenLinks;
  /** Null: the installation sends no mail. */
  readonly mailer: Mailer | null;
}
