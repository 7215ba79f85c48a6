/** A server that is started again in its place when it ends by itself. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresError } from './postgres-error.ts';
import { shutDown } from './postgres-server.ts';

const firstPauseMs = 100;
const longestPauseMs = 5000;
const lookEveryMs = 1000;

export interface KeptServerOptions {
  /** Hears what a person at the console should know: that the server ended and is started again. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** Starts in a row that may fail before the server is given up. 10, about half a minute, unless given. */
  readonly mostStarts?: number | undefined;
  /** How long one that somebody else told to stop may wait for its sessions. 15 s unless given: whoever stops us, too, waits less. */
  readonly stoppingMs?: number | undefined;
}

export interface KeptServer {
  /** Process id of the server that runs now, or ran last. */
  pid(): number;
  /** Resolves with the reason when it ended and could not be started again. Never after `stop`. */
  readonly lost: Promise<PostgresError>;
  stop(): Promise<void>;
}

/** `start` resolves with a server that takes connections. `isStopping`: it takes no more of them. */
export async function keepServer(
  start: () => Promise<ChildProcess>,
  isStopping: (server: ChildProcess) => boolean,
  { say, mostStarts = 10, stoppingMs = 15_000 }: KeptServerOptions,
): Promise<KeptServer> {
  const lost = Promise.withResolvers<PostgresError>();
  const stop = new AbortController();
  let restarting: Promise<void> | undefined;
  let server = await start();

  function watch(): void {
    // Told to stop by somebody else (SIGTERM), it waits for the sessions of those who cannot do without it: for ever.
    let looks = 0;
    const looking = setInterval(() => {
      looks = isStopping(server) ? looks + 1 : 0;
      if (looks * lookEveryMs > stoppingMs) server.kill('SIGINT');
    }, lookEveryMs).unref();
    server.once('exit', (code, signal) => {
      clearInterval(looking);
      if (stop.signal.aborted) return;
      say?.(`Postgres ended (${signal ?? `exit ${code}`}) and is started again.`);
      restarting = startAgain();
    });
  }
  async function startAgain(): Promise<void> {
    let pauseMs = firstPauseMs;
    for (let starts = 1; !stop.signal.aborted; starts += 1) {
      await sleep(pauseMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      if (stop.signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      try {
        server = await start();
        return watch();
      } catch (error) {
        if (starts < mostStarts) continue;
        return lost.resolve(error instanceof PostgresError ? error : new PostgresError('did_not_start', (error as Error).message));
      }
    }
  }
  watch();
  return {
    pid: () => server.pid ?? 0,
    lost: lost.promise,
    async stop() {
      stop.abort();
      // One that is just starting again would be left behind.
      await restarting;
      await shutDown(server);
    },
  };
}
