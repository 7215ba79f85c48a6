/** Starts the rooms in order and stops them in the opposite one: whoever writes to Postgres ends before it does. */
import { createServer } from 'node:net';
import { readConfig as readApiConfig } from '@plimsoll/api/config';
import { prepareDatabase } from '@plimsoll/api/prepare-database';
import { startApi } from '@plimsoll/api/start-api';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import type { StandaloneConfig } from './config.ts';
import { secretKeyIn } from './secret-key.ts';
import { buildWeb, webIsFresh } from './web-build.ts';
import { keepWorker } from './worker-process.ts';

export interface Standalone {
  readonly url: string;
  /** Resolves with the reason when it cannot go on: our Postgres ended and does not start again. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

/** `stop` aborted while starting: what was started is stopped again and an AbortError is thrown. */
export async function startStandalone(config: StandaloneConfig, say: (sentence: string) => void, stop: AbortSignal): Promise<Standalone> {
  const running: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of running.splice(0).reverse()) await end();
  };
  try {
    const secretKey = config.secretKey ?? secretKeyIn(config.dataDir);
    let postgres: EmbeddedPostgres | undefined;
    if (!config.databaseUrl) {
      postgres = await startEmbeddedPostgres(config.dataDir, { say });
      running.push(postgres.stop);
    }
    await refuseTakenPort(config);
    stop.throwIfAborted();
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
    if (!webIsFresh()) say('Building the web, once…');
    // Without its web the product still answers programs, and the page says what is missing.
    const built = buildWeb(stop).catch((error: Error) => say(error.message));
    await Promise.all([built, prepareDatabase({ ...config, databaseUrl }, say, stop)]);
    stop.throwIfAborted();
    const environment = config.environment({ databaseUrl, secretKey });
    const ownFiles = postgres && { directory: config.dataDir, key: config.secretKey === undefined };
    const api = await startApi({ ...readApiConfig(environment), ...(ownFiles ? { ownFiles } : {}) });
    const worker = keepWorker(environment, say);
    // Together: neither waits for the other, and both must be done before Postgres ends.
    running.push(async () => {
      await Promise.all([api.close(), worker.close()]);
    });
    await worker.online;
    stop.throwIfAborted();
    return { url: api.url, lost: postgres?.lost ?? new Promise(() => undefined), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuseTakenPort({ port, host }: StandaloneConfig): Promise<void> {
  return new Promise((free, fail) => {
    const probe = createServer()
      .once('error', (error: NodeJS.ErrnoException) => fail(new Error(explainFailure(error, host, port))))
      .listen(port, host, () => probe.close(() => free()));
  });
}

function explainFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start (and PLIMSOLL_DATA_DIR for a second copy).`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}
