/** The one worker of standalone: a process of its own, started again if it dies. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.resolve('@plimsoll/workers/main'));
const patienceMs = 8000;

export interface WorkerProcess {
  /** Resolves when the worker is online, or after 10 s: it may still come. */
  readonly online: Promise<void>;
  /** Resolves when the process has ended: by itself, or killed after 8 s. */
  close(): Promise<void>;
}

export function keepWorker(environment: Record<string, string>, onDeath: (sentence: string) => void): WorkerProcess {
  let child: ChildProcess;
  let closing = false;
  let startedAt = 0;
  const online = Promise.withResolvers<void>();
  setTimeout(online.resolve, 10_000).unref();
  function start(): void {
    startedAt = performance.now();
    child = fork(file, [], { execArgv: [], env: environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', () => online.resolve());
    child.once('exit', async (code, signal) => {
      if (closing) return;
      onDeath(`The worker ended (${signal ?? `exit ${code}`}) and is started again.`);
      await sleep(performance.now() - startedAt > 10_000 ? 100 : 2000);
      if (!closing) start();
    });
  }
  start();
  return {
    online: online.promise,
    async close() {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await gone;
      clearTimeout(timer);
    },
  };
}
