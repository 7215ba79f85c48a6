/** Builds the web, and what stands beside its pages, when they are missing or older than the web's sources. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestChangeMs } from '@plimsoll/programs/newest-change';

const web = fileURLToPath(new URL('../../web', import.meta.url));
/** The packages of ours that its pages are built from. */
const packages = ['contracts', 'wording', 'pages', 'client'].map((name) =>
  fileURLToPath(new URL(`../../../packages/${name}/src`, import.meta.url)),
);
const ownDist = join(web, 'dist');

/** Is what was built into `dist` whole, and no older than its sources? */
export function webIsFresh(dist = ownDist): boolean {
  const built = join(dist, 'index.html');
  if (!['index.html', 'plimsoll-agent.mjs', 'service-worker.js'].every((file) => existsSync(join(dist, file)))) return false;
  const sources = [join(web, 'src'), join(web, 'public'), join(web, 'index.html'), join(web, 'vite.config.ts'), ...packages];
  return statSync(built).mtimeMs >= newestChangeMs(...sources);
}

/**
 * Resolves when `dist` is up to date: `apps/web/dist` but for tests, which name another one on the same disk. Built aside and swapped in,
 * so that a copy that runs never serves half of it.
 */
export async function buildWeb(signal: AbortSignal, dist = ownDist): Promise<void> {
  if (webIsFresh(dist)) return;
  const aside = join(web, 'node_modules', '.cache', `dist-${process.pid}`);
  mkdirSync(dirname(aside), { recursive: true });
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js');
  try {
    await runStep([vite, 'build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn'], signal);
    await runStep([join(web, 'scripts', 'build-beside.ts'), aside], signal);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
  rmSync(`${aside}-old`, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, `${aside}-old`);
  renameSync(aside, dist);
  rmSync(`${aside}-old`, { recursive: true, force: true });
}

/** Throws with what it said if it fails. */
async function runStep(args: readonly string[], signal: AbortSignal): Promise<void> {
  // Any other value makes a build with React's checks, twice as large.
  // biome-ignore lint/style/noProcessEnv: the build needs what npm and Node put there
  const env = { ...process.env, NODE_ENV: 'production' };
  const step = spawn(process.execPath, args, { cwd: web, env, stdio: ['ignore', 'pipe', 'pipe'], signal });
  let said = '';
  for (const stream of [step.stdout, step.stderr])
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
    });
  const code = await new Promise<number | string | null>((done) => step.once('close', done).once('error', (error) => done(error.message)));
  if (code !== 0) throw new Error(`The web could not be built (${code}):\n${said.trim()}`);
}
