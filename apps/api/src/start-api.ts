/** Starts the API: connections, server, port. The database is migrated by its starter, not here. */
import { hostname } from 'node:os';
import { openAnalysis } from '@plimsoll/analysis/open-analysis';
import { type ObjectStoreOptions, openObjectStore } from '@plimsoll/artefacts/open-object-store';
import { api } from '@plimsoll/contracts/paths';
import { openStrangers } from '@plimsoll/network/strangers';
import { openLoadQueue } from '@plimsoll/queue/load-queue';
import { tellIgnored } from '@plimsoll/settings/tell-ignored';
import { isRefused } from '@plimsoll/store/connection-trouble';
import { openPool } from '@plimsoll/store/database';
import { isAnyRunUnderWay } from '@plimsoll/store/live-state';
import { expectWritable } from '@plimsoll/store/read-only';
import { watchStorage } from '@plimsoll/store/storage-watch';
import type { TimedQuery } from '@plimsoll/store/timed-queries';
import { setWorkerPools } from '@plimsoll/store/worker-pools';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { openAccountLimits } from './auth/account-limits.ts';
import { openAuth } from './auth/auth.ts';
import { openProviderClient } from './auth/oidc/provider-client.ts';
import { type ApiConfig, childEnvironment } from './config.ts';
import type { ApiContext } from './context.ts';
import { openKeptAnswers } from './figures/kept-answers.ts';
import { openDownloads } from './http/downloads.ts';
import { openBodyReader } from './http/intake/body-reader.ts';
import { openLiveFeeds } from './live/live-feeds.ts';
import { openMailer } from './mail/mailer.ts';
import { openOpenLinks } from './share/open-links.ts';
import { openApiTraces } from './system/api-traces.ts';
import { watchArchive } from './system/archive-watch.ts';
import { watchDependencies } from './system/dependency-watch.ts';
import { startHousekeeping } from './system/housekeeping.ts';
import { openMetrics } from './system/metrics.ts';
import { settleDatabase } from './system/settle-database.ts';
import { traceSlowQueries } from './system/slow-queries.ts';
import { traceObjectStore } from './system/store-spans.ts';
import { startTellingSender } from './tellings/telling-sender.ts';

export interface RunningApi {
  readonly url: string;
  close(): Promise<void>;
}

/** Longer than one ask of another takes; somebody looks at the page meanwhile. */
const longestStrangersWaitMs = 15_000;

/** All that the routes use, and how to let go of it. */
export async function openContext(config: ApiConfig): Promise<{ context: ApiContext; close(): Promise<void> }> {
  const isTraced = Boolean(config.telemetry?.traces);
  let traceAsk: NonNullable<ObjectStoreOptions['onAsk']> = () => () => undefined;
  const objects = config.objects && openObjectStore(config.objects, { onAsk: isTraced ? (operation) => traceAsk(operation) : undefined });
  const onQuery = isTraced ? (query: TimedQuery) => traceQuery(query) : undefined;
  let traceQuery: (query: TimedQuery) => void = () => undefined;
  const db = openPool(config.databaseUrl, { applicationName: 'plimsoll api', max: 20, objects, onQuery });
  const archive = watchArchive(db, objects);
  const storage = watchStorage(db);
  const queue = openLoadQueue({ databaseUrl: config.databaseUrl, ...(config.redisUrl ? { redisUrl: config.redisUrl } : {}), isRefused });
  // Its answers must not wait for those of others.
  const probePool = openPool(config.databaseUrl, { applicationName: 'plimsoll probes', max: 1, queryTimeoutMs: 2000 });
  const dependencies = watchDependencies({
    database: () => expectWritable(probePool),
    queue: queue.onRedis ? queue.ping : async () => undefined,
  });
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const origin = config.baseUrl ? new URL(config.baseUrl).origin : `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
  // Sign-in waits for its own connections only: a crowd of sign-ups holds none that the rest needs, and none that it needs itself.
  const authPool = openPool(config.databaseUrl, { applicationName: 'plimsoll sign-in', max: 10 });
  const { policy, provider } = config.signIn;
  const ownWaysMs = policy === 'oidc' && provider ? provider.sessionHours * 3_600_000 : null;
  const auth = openAuth({ pool: authPool, db, secretKey: config.secretKey, origin, port: config.port, ownWaysMs });
  const analysis = openAnalysis({ databaseUrl: config.databaseUrl, objects: config.objects, mostOfPerson: config.mostQuestions });
  const keptAnswers = openKeptAnswers(config.keptAnswerBytes);
  const bodies = openBodyReader();
  const strangers = openStrangers({ environment: childEnvironment(), longestWaitMs: longestStrangersWaitMs });
  const messengers = openStrangers({ environment: childEnvironment(), longestWaitMs: longestStrangersWaitMs });
  const feeds = openLiveFeeds(db, analysis);
  const metrics = openMetrics({ db, queue, storage, archive, config });
  const traces = await openApiTraces(config, metrics, `${hostname()}-${process.pid}`);
  traceQuery = traceSlowQueries(traces, config.slowQueryMs ?? 100);
  if (config.objects) traceAsk = traceObjectStore(traces, config.objects);
  const mailer = config.mail ? openMailer(config.mail, traces) : null;
  return {
    context: {
      config,
      db,
      queue,
      auth,
      provider: provider && openProviderClient(provider, origin + api.providerReturn, traces),
      limits: openAccountLimits(db),
      feeds,
      analysis,
      keptAnswers,
      links: openOpenLinks(db),
      bodies,
      strangers,
      messengers,
      storage,
      metrics,
      traces,
      dependencies,
      archive,
      downloads: openDownloads(),
      mailer,
    },
    close: async () => {
      feeds.close();
      strangers.close();
      messengers.close();
      dependencies.close();
      archive.close();
      objects?.close();
      await Promise.allSettled([
        traces.close(),
        queue.close(),
        analysis.close(),
        bodies.close(),
        authPool.end(),
        probePool.end(),
        db.end(),
      ]);
    },
  };
}

/** Everything else that starts now is more urgent than the thread for comparisons, and nobody compares so soon. */
const comparisonsAfterMs = 5000;
/** The longest time answers under way may take once the API is asked to close. */
const patienceMs = 4000;

export async function startApi(config: ApiConfig): Promise<RunningApi> {
  const { context, close } = await openContext(config);
  let app: FastifyInstance | undefined;
  // Viewers of a run from before a restart of the API come back at once. Made beside the server, the thread makes nobody wait.
  isAnyRunUnderWay(context.db).then(
    (any) => any && context.analysis.expectViewers(),
    () => undefined,
  );
  try {
    app = await buildApp(context);
    context.dependencies.tell(app.log);
    context.archive.tell(app.log);
    context.traces.tell(app.log);
    tellIgnored(config.ignoredSettings, app.log);
    await setWorkerPools(context.db, config.pools, config.poolSeconds);
    const url = await app.listen({ port: config.port, host: config.host });
    const listening = app;
    const endHousekeeping = startHousekeeping(context, app.log);
    const endTelling = startTellingSender({ ...context, log: app.log });
    const endSettling = settleDatabase(config, app.log);
    context.bodies.begin();
    const comparisons = setTimeout(() => context.analysis.expectComparisons(), comparisonsAfterMs).unref();
    return {
      url,
      close: async () => {
        clearTimeout(comparisons);
        const kept = Promise.all([endHousekeeping(), endTelling(), endSettling()]);
        const impatient = setTimeout(() => listening.server.closeAllConnections(), patienceMs);
        await listening.close();
        clearTimeout(impatient);
        await kept;
        await close();
      },
    };
  } catch (error) {
    await app?.close();
    await close();
    throw error;
  }
}
