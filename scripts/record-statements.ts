/**
 * `node scripts/record-statements.ts`, when a version is released: keeps in `packages/store/test/fixtures/version-before.json` what this version sends to
 * Postgres, as its own tests make it do. The next version is held to it (`packages/store/test/version-before.test.ts`).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const file = join(root, 'packages/store/test/fixtures/version-before.json');
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-statements-'));
const recorder = pathToFileURL(join(import.meta.dirname, 'statement-recorder.mjs')).href;
/** The API in the process of its tests, and workers at what they do. */
const recorded = [
  ['--project', 'database'],
  ['--project', 'waiting', ...['whole-run', 'shards', 'experiment', 'finish-shard'].map((name) => `workers/test/${name}.test.ts`)],
];

for (const project of recorded) {
  const env = { ...process.env, PLIMSOLL_RECORD_STATEMENTS: folder, NODE_OPTIONS: `--import ${recorder}` };
  const { status } = spawnSync('npx', ['vitest', 'run', ...project], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new Error('the tests failed: what they recorded is not kept');
}
const texts = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
rmSync(folder, { recursive: true });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
// A table that is there for one transaction is nobody's to prepare for.
const statements = [...new Set(texts)]
  .map((text) => JSON.parse(text) as string)
  .filter((text) => !text.includes('storage_trial'))
  .sort();
const migration = readdirSync(join(root, 'migrations'))
  .sort()
  .at(-1)
  ?.replace(/\.sql$/, '');
writeFileSync(file, `${JSON.stringify({ version, commit, migration, statements }, null, 1)}\n`);
process.stdout.write(`${statements.length} statements of ${version} (${commit})\n`);
