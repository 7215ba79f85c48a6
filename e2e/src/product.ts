/** The product as a user starts it: the standalone launcher in a process of its own, on a free port, with an empty data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';

const launcher = fileURLToPath(new URL('../../apps/standalone/src/main.ts', import.meta.url));

export interface Product {
  readonly url: string;
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** Everything the processes printed. */
  output(): string;
  /** Ctrl-C; answers the milliseconds until the launcher was gone. */
  stop(): Promise<number>;
}

export interface ProductOptions {
  readonly dataDir?: string;
  readonly port?: number;
  /** Variables beside the ones that place the product. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the product and waits until it is healthy. `stop` removes the data directory only if it was made here. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'plimsoll-e2e-')));
  const env = productEnvironment({ ...options.settings, PORT: String(port), PLIMSOLL_DATA_DIR: dataDir });
  const child = spawn(process.execPath, [launcher], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // A name is told as the setting that it is: passkeys need one.
  const url = options.settings?.PLIMSOLL_BASE_URL ?? `http://127.0.0.1:${port}`;
  try {
    await untilHealthy(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The product did not start: ${String(error)}\n${output}`);
  }
  return {
    url,
    child,
    dataDir,
    output: () => output,
    stop: async () => {
      const from = performance.now();
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGINT');
        await once(child, 'exit');
      }
      const ms = performance.now() - from;
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      return ms;
    },
  };
}

/** Of a process of the product: ours with these settings, and without what would lead it elsewhere. */
export function productEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, REDIS_URL: _redis, NODE_OPTIONS: _node, VITEST: _vitest, ...ours } = process.env;
  return { ...ours, ...settings };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    const health = await fetch(`${url}/api/v1/health`).then(
      (answer) => answer.json() as Promise<{ status: string; workers: number }>,
      () => null,
    );
    if (health?.status === 'ok' && health.workers > 0) return;
    await delay(100);
  }
  throw new Error('not healthy within 60 s');
}
