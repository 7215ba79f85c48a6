/** The product as a user starts it: the standalone launcher in a process of its own, on a free port, with an empty data directory. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@plimsoll/testbed/free-port';
import type { Seeded } from '../../scripts/seed/seed-history.ts';

const launcher = fileURLToPath(new URL('../../apps/standalone/src/main.ts', import.meta.url));
const seeder = fileURLToPath(new URL('../../scripts/seed.ts', import.meta.url));
/** The fewest of which the history's comparison has its runs. */
const seededRuns = 24;

export interface Product {
  readonly url: string;
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** The pages of its history; null where it began empty. */
  readonly seeded: Seeded | null;
  /** Everything the processes printed. */
  output(): string;
  /** Ctrl-C; answers the milliseconds until the launcher was gone. */
  stop(): Promise<number>;
}

export interface ProductOptions {
  readonly dataDir?: string;
  readonly port?: number;
  /** Begins with the history of `npm run seed`, a short one. */
  readonly seeded?: boolean;
  /** Variables beside the ones that place the product. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the product and waits until it is healthy. `stop` removes the data directory only if it was made here. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'plimsoll-e2e-')));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // Two seconds of processor time a worker, which the tests beside it have use for.
    PLIMSOLL_SPARE_GENERATOR: 'off',
    ...options.settings,
    PORT: String(port),
    PLIMSOLL_DATA_DIR: dataDir,
  };
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'NODE_OPTIONS', 'VITEST']) if (!(name in (options.settings ?? {}))) delete env[name];
  const seeded = options.seeded ? await seed(env) : null;
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
    seeded,
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

async function seed(env: NodeJS.ProcessEnv): Promise<Seeded> {
  const { stdout } = await promisify(execFile)(process.execPath, [seeder, '--json', '--runs', String(seededRuns)], { env });
  return JSON.parse(stdout) as Seeded;
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000;
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
