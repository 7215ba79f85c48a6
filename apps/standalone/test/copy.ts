/** A copy of the product in a process of its own, and the processes that belong to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';
import { workerSettings } from '@plimsoll/testbed/worker-settings';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface Copy {
  readonly process: ChildProcess;
  readonly port: number;
  readonly dataDir: string;
  readonly said: () => string;
  ready(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<number>;
}

export interface StartOptions {
  readonly dataDir?: string;
  readonly environment?: Record<string, string>;
  readonly detached?: boolean;
}

export async function startCopy(options: StartOptions): Promise<Copy> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'plimsoll-standalone-')));
  const port = await freePort();
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const placed = { PORT: String(port), PLIMSOLL_DATA_DIR: dataDir };
  const environment = { PATH, NODE_COMPILE_CACHE, ...workerSettings, ...placed, ...options.environment };
  const child = spawn(process.execPath, [main], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.detached ?? false,
  });
  let said = '';
  const closed = new Promise((done) => child.once('close', done));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return {
    process: child,
    port,
    dataDir,
    said: () => said,
    async ready() {
      for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
        if (said.includes('Plimsoll is ready')) return;
        // Its last words may come after its end.
        if (child.exitCode !== null) {
          await closed;
          break;
        }
      }
      throw new Error(`not ready: ${said}`);
    },
    async end(signal) {
      const began = Date.now();
      if (child.exitCode !== null || child.signalCode !== null) return 0;
      const exit = new Promise((done) => child.once('exit', done));
      child.kill(signal);
      await exit;
      return Date.now() - began;
    },
  };
}

/** Processes whose command line or environment names this data directory. */
export function listProcesses(dataDir: string, program = ''): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        if (/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const text = command + readFileSync(`/proc/${pid}/environ`, 'utf8');
        return text.includes(dataDir) && command.includes(program) ? [`${pid} ${command}`] : [];
      } catch {
        return [];
      }
    });
}

export async function gone(dataDir: string, ms: number): Promise<string[]> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(100)) if (listProcesses(dataDir).length === 0) return [];
  return listProcesses(dataDir);
}
