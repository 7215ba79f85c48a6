/**
 * Fetches what the tests need and a machine may lack: a Chromium and a redis-server; nginx, nghttpd, PgBouncer, haproxy and gunicorn, whose
 * tests are skipped without them. Plain JavaScript, so that it runs on whatever Node started it. Order: on PATH; else apt-get on Debian and Ubuntu (as root or with
 * passwordless sudo); else, for Chromium, Playwright's own download; else one line that says what to install.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin'];
const onPath = (...names) => names.some((name) => folders.some((folder) => folder && existsSync(join(folder, name))));
/** On PATH and no stub that only says what else to install (Ubuntu's chromium-browser). */
const runs = (...names) =>
  names.some((name) => onPath(name) && spawnSync(name, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0);

/** Succeeded? Its output is shown only where it fails. */
function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: 300_000, ...options });
  if (done.status === 0) return true;
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}`.trim().split('\n').slice(-5).join('\n');
  if (said) console.error(said);
  return false;
}

const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
async function hasChromium() {
  if (runs('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')) return true;
  const { chromium } = await import('playwright-core');
  return existsSync(chromium.executablePath());
}
const hasRedis = () => runs('redis-server', 'valkey-server');

/** How to become root for apt-get, or null. */
function rootPrefix() {
  if (process.platform !== 'linux' || !onPath('apt-get')) return null;
  if (process.getuid() === 0) return [];
  return onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

let isUpdated = false;
function aptInstall(name) {
  const root = rootPrefix();
  if (!root) return false;
  const apt = (...args) => {
    const [command, ...rest] = [...root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    return run(command, rest);
  };
  console.log(`Installing ${name} with apt-get…`);
  isUpdated ||= apt('update');
  return isUpdated && apt('install', '-y', '--no-install-recommends', name);
}

// Debian has the shell, the same Chromium without a desktop's windows; where it is unknown, the whole one.
const installsChromium = async () => {
  for (const name of ['chromium-headless-shell', 'chromium']) if (aptInstall(name) && (await hasChromium())) return true;
  return false;
};
if (!(await hasChromium()) && !(await installsChromium())) {
  console.log('Downloading a Chromium with Playwright…');
  run(process.execPath, [join(playwright, 'cli.js'), 'install', '--no-shell', 'chromium']);
}
if (!hasRedis()) aptInstall('redis-server');
/** Programs by the package that has them, and what is skipped without them. */
const servers = {
  nginx: ['nginx', 'tests of HTTP/2 and of capacity searches'],
  nghttpd: ['nghttp2-server', 'tests of HTTP/2'],
  pgbouncer: ['pgbouncer', 'tests of a pooler in front of Postgres'],
  haproxy: ['haproxy', 'proof of capacity searches'],
  gunicorn: ['gunicorn', 'proof of capacity searches'],
  curl: ['curl', 'examples of the API reference in curl'],
  python3: ['python3-venv', 'examples of the API reference and client in Python'],
};
for (const [program, [name, tests]] of Object.entries(servers))
  if (!onPath(program) && !(aptInstall(name) && onPath(program)))
    console.log(`Without ${program} (package "${name}") its ${tests} are skipped.`);

const missing = [
  (await hasChromium()) ? null : 'a Chromium (package "chromium")',
  hasRedis() ? null : 'a redis-server (package "redis-server")',
];
const wanted = missing.filter(Boolean);
if (wanted.length > 0) {
  console.error(
    `The tests need ${wanted.join(' and ')} on PATH: please install ${wanted.length > 1 ? 'them' : 'it'} and run npm test again.`,
  );
  process.exit(1);
}
