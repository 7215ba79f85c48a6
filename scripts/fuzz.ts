/**
 * The second half of `npm run fuzz`, behind 20 000 requests of our own (FUZZ_REQUESTS, apps/api/test/http/fuzz.test.ts): the OpenAPI document against the API that it describes, with inputs that schemathesis makes up: no answer may be 500 or
 * more, no route may forget who asks. Brings schemathesis from PyPI into node_modules/.cache; skips with a line where there is no Python.
 * FUZZ_EXAMPLES (25): inputs for each operation; FUZZ_SEED (1); further arguments are schemathesis's own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@plimsoll/api/config';
import { startApi } from '@plimsoll/api/start-api';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { freePort } from '@plimsoll/testbed/free-port';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';

const version = '4.32.5';
const cache = join(import.meta.dirname, '../node_modules/.cache/fuzz');
const program = join(cache, `venv-${version}/bin/schemathesis`);

function install(): string | null {
  if (existsSync(program)) return null;
  const venv = join(cache, `venv-${version}`);
  mkdirSync(cache, { recursive: true });
  const run = (file: string, ...args: string[]) => spawnSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (!run('python3', '-m', 'venv', venv)) return 'no Python 3 with venv on this machine';
  return run(join(venv, 'bin/pip'), 'install', '--quiet', `schemathesis==${version}`) ? null : 'schemathesis cannot be installed from PyPI';
}

const skipped = install();
if (skipped) {
  process.stdout.write(`skipped: ${skipped}\n`);
  process.exit(0);
}

const database = await throwawayDatabase();
await migrate(database.url);
await migrateQueue(database.url);
const port = await freePort();
const api = await startApi(
  readConfig({ DATABASE_URL: database.url, PLIMSOLL_SECRET_KEY: 'k'.repeat(40), PORT: String(port), PLIMSOLL_LOG: 'error' }),
);
const origin = `http://127.0.0.1:${port}`;
let cookie = '';

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', origin, cookie };
  const answer = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  if (cookies.length > 0) cookie = cookies.join('; ');
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Something to find behind each id: an unknown one is answered before anything is looked at. */
async function seed(): Promise<{ token: string; config: string }> {
  await post('/setup', { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery', team: 'T' });
  const { token } = await post<{ token: string }>('/tokens', { name: 'fuzz', scopes: ['write'] });
  const plan = { version: 1, name: 'a', target: { url: 'http://127.0.0.1:9/' }, load: { model: 'open', rate: 1, duration: '1s' } };
  const ids = {
    runs: (await post<{ id: string }>('/runs', { plan })).id,
    plans: (await post<{ id: string }>('/plans', { plan })).id,
    experiments: (await post<{ id: string }>('/experiments', { kind: 'aa', variants: [{ name: 'a', plan }] })).id,
  };
  const { paths } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> };
  const operations = Object.entries(ids).flatMap(([room, id]) =>
    Object.keys(paths)
      .filter((path) => path.startsWith(`/api/v1/${room}/{id}`) && 'get' in (paths[path] ?? {}))
      .map((path) => `[[operations]]\ninclude-name = "GET ${path}"\nparameters = { "path.id" = "${id}" }\n`),
  );
  return { token, config: operations.join('\n') };
}

async function fuzz(): Promise<number> {
  const { token, config } = await seed();
  const configFile = join(cache, 'schemathesis.toml');
  writeFileSync(configFile, config);
  // Not `status_code_conformance`: Node itself answers 431 where a URL is too long, before any route is asked.
  const checks = ['not_a_server_error', 'ignored_auth', 'content_type_conformance', 'response_schema_conformance'];
  const child = spawn(
    program,
    [
      `--config-file=${configFile}`,
      'run',
      `${origin}/api/openapi.json`,
      `--header=Authorization: Bearer ${token}`,
      `--checks=${checks.join(',')}`,
      '--phases=examples,coverage,fuzzing',
      `--max-examples=${process.env.FUZZ_EXAMPLES ?? '25'}`,
      `--seed=${process.env.FUZZ_SEED ?? '1'}`,
      '--request-timeout=30',
      '--continue-on-failure',
      // A stream that does not end; and a list of pairs, whose schema (`prefixItems`) schemathesis cannot read.
      '--exclude-path-regex=/(live|curve)$',
      // It would find our own token in the list, and everything after it would be nobody's.
      '--exclude-name=DELETE /api/v1/tokens/{id}',
      '--suppress-health-check=all',
      '--no-color',
      ...process.argv.slice(2),
    ],
    { cwd: cache, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

let code = 1;
try {
  code = await fuzz();
} finally {
  await api.close();
  await database.drop();
}
// The throwaway server ends with us.
process.exit(code);
