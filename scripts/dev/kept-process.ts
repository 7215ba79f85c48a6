/** A process of the product in development: started, started again after a change or a death, ended in order. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface KeptProcess {
  /** Ends the process, if it runs, and starts it anew. */
  restart(): void;
  /** Resolves when the process is gone. */
  close(): Promise<void>;
}

const patienceMs = 8000;
const pauseAfterDeathMs = 5000;

/** `command`: arguments of this Node. */
export function keepProcess(name: string, command: readonly string[], environment: Readonly<Record<string, string>>): KeptProcess {
  const closing = new AbortController();
  let change = new AbortController();
  let child: ChildProcess | null = null;

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      change = new AbortController();
      const started = spawn(process.execPath, command, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
      child = started;
      const how = await new Promise((done) => started.once('exit', (code, signal) => done(signal ?? `exit ${code}`)));
      child = null;
      const expected = AbortSignal.any([closing.signal, change.signal]);
      if (expected.aborted) continue;
      process.stdout.write(`${name} ended (${how}) and starts again in ${pauseAfterDeathMs / 1000} s, or after the next change.\n`);
      await sleep(pauseAfterDeathMs, undefined, { signal: expected }).catch(() => undefined);
    }
  }
  function end(): void {
    const ending = child;
    ending?.kill('SIGTERM');
    setTimeout(() => ending?.kill('SIGKILL'), patienceMs).unref();
  }
  const kept = keep();
  return {
    restart() {
      if (change.signal.aborted) return;
      change.abort();
      process.stdout.write(`${name} restarts.\n`);
      end();
    },
    async close() {
      closing.abort();
      end();
      await kept;
    },
  };
}
