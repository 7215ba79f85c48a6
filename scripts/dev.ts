/**
 * `npm run dev`: the product while you change it. The web is Vite's, with hot reload, and asks the API through Vite's proxy; API and worker are
 * processes of their own that start again after a change of what they are made of. Postgres and Redis are those of `npm start`, and so are the data
 * directory, the settings and the port of the API. One Ctrl-C ends everything.
 */
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareDatabase } from '@plimsoll/api/prepare-database';
import { startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { compileCache } from '@plimsoll/programs/start-program';
import { readConfig } from '@plimsoll/standalone/config';
import { secretKeyIn } from '@plimsoll/standalone/secret-key';
import { keepProcess } from './dev/kept-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const webPort = process.env.WEB_PORT ?? '5173';
const settleMs = 200;
/** `INSPECT=worker npm run dev` opens that process to a debugger. */
const flagsOf = (name: string) => (process.env.INSPECT === name ? ['--inspect'] : []);

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** The processes that a source file is part of; tests and pages are part of none. */
function partOf(file: string): readonly ('api' | 'worker')[] {
  if (!/\.(ts|sql)$/.test(file) || /\.test\.ts$|node_modules|[\\/]test[\\/]/.test(file)) return [];
  if (file.startsWith('apps/api')) return ['api'];
  if (file.startsWith('workers') || file.startsWith('packages/engine')) return ['worker'];
  return file.startsWith('apps') ? [] : ['api', 'worker'];
}

async function main(): Promise<void> {
  const config = readConfig();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const secretKey = config.secretKey ?? secretKeyIn(config.dataDir);
  const postgres = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir, { say }) : null;
  try {
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
    await prepareDatabase({ ...config, databaseUrl }, say, stop.signal);
    // From their sources, which entries of theirs would not run while a build is as new.
    const environment = { NODE_COMPILE_CACHE: compileCache, ...config.environment({ databaseUrl, secretKey }) };
    const processes = {
      api: keepProcess('The API', [...flagsOf('api'), `${root}apps/api/src/run-api.ts`], environment),
      worker: keepProcess('The worker', [...flagsOf('worker'), `${root}workers/src/run-worker.ts`], environment),
      web: keepProcess(
        'The web',
        [`${root}node_modules/vite/bin/vite.js`, `${root}apps/web`, '--port', webPort, '--strictPort'],
        environment,
      ),
    };
    const changed = new Set<'api' | 'worker'>();
    const settle = () => {
      for (const name of changed) processes[name].restart();
      changed.clear();
    };
    let timer: NodeJS.Timeout | undefined;
    const watchers = ['apps', 'packages', 'workers', 'migrations'].map((folder) =>
      watch(root + folder, { recursive: true }, (_, name) => {
        for (const part of partOf(`${folder}/${name}`)) changed.add(part);
        clearTimeout(timer);
        timer = setTimeout(settle, settleMs);
      }),
    );
    say(`Plimsoll in development: http://127.0.0.1:${webPort}   (its API: http://127.0.0.1:${config.port}; Ctrl-C stops all of it)`);
    await new Promise((done) => stop.signal.addEventListener('abort', done, { once: true }));
    say('Stopping…');
    for (const watcher of watchers) watcher.close();
    await Promise.all(Object.values(processes).map((one) => one.close()));
  } finally {
    await postgres?.stop();
  }
}

await main();
process.exit(0);
