/**
 * Writes into each package's README what it offers to the others: its subpaths, the names others import from them, and the first
 * sentence of each file. knip holds that nothing else is exported. `--check` fails where a README or an exports map is out of date.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [from, to] = ['<!-- public-names -->', '<!-- /public-names -->'];
const importPattern = /(?:import|export)\s+(type\s+)?(?:\{([^}]*)\}|\*\s+as\s+\w+)\s+from\s+'@plimsoll\/([a-z]+)\/([\w/-]+)'/g;
/** Style sheets import with a blank in place of a bracket. */
const dynamicPattern = /(?:import|resolve)(?:\('| ")@plimsoll\/([a-z]+)\/([\w/-]+)['"]/g;
const lazyNames = /const\s+\{([^}]*)\}\s*=\s*await\s+import\('@plimsoll\/([a-z]+)\/([\w/-]+)'/g;

interface Names {
  readonly values: Set<string>;
  readonly types: Set<string>;
}

/** By `package/subpath`, what other packages take from it. */
const used = new Map<string, Names>();
function listUsed(path: string): Names {
  const known = used.get(path) ?? { values: new Set(), types: new Set() };
  used.set(path, known);
  return known;
}

function readImports(text: string, own: string): void {
  for (const [, typeOnly, names = '', name, subpath] of text.matchAll(importPattern)) {
    if (name === own) continue;
    const known = listUsed(`${name}/${subpath}`);
    for (const part of names.split(',').map((one) => one.trim())) {
      const bare = part.replace(/^type\s+/, '').replace(/\s+as\s+.*$/, '');
      if (bare) (typeOnly || part.startsWith('type ') ? known.types : known.values).add(bare);
    }
  }
  for (const [, name, subpath] of text.matchAll(dynamicPattern)) if (name !== own) listUsed(`${name}/${subpath}`);
  for (const [, names = '', name, subpath] of text.matchAll(lazyNames))
    for (const part of names.split(',')) if (name !== own && part.trim()) listUsed(`${name}/${subpath}`).values.add(part.trim());
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css'], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of tracked.split('\n').filter((file) => file && existsSync(join(root, file)))) {
  const own = /^(?:packages|apps)\/([^/]+)\//.exec(file)?.[1] ?? file.split('/')[0] ?? '';
  readImports(readFileSync(join(root, file), 'utf8'), own);
}

/** The first sentence of the file's opening comment. */
function readOpening(file: string): string {
  const comment = /^\s*\/\*\*([\s\S]*?)\*\//.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const text = comment
    .replace(/\n\s*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (/^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/:$/, '.').replaceAll('|', '\\|');
}

const problems: string[] = [];

function writeTable(folder: string, name: string, exports: Readonly<Record<string, string>>): string {
  const rows = Object.entries(exports).map(([subpath, file]) => {
    const path = `${name}/${subpath.slice(2)}`;
    const names = used.get(path);
    if (!names) problems.push(`packages/${name}/package.json exports ${subpath}, which no other package imports`);
    const shown = names && names.values.size > 0 ? names.values : (names?.types ?? new Set<string>());
    const listed = [...shown].sort().map((one) => `\`${one}\``);
    return `| \`${subpath.slice(2)}\` | ${listed.join(', ')} | ${readOpening(join(folder, file))} |`;
  });
  return ['| subpath | names that others use | what it is |', '|---|---|---|', ...rows].join('\n');
}

const checking = process.argv.includes('--check');
for (const name of readdirSync(join(root, 'packages'))) {
  const folder = join(root, 'packages', name);
  if (!existsSync(join(folder, 'package.json'))) continue;
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports?: Record<string, string> };
  if (Object.keys(exports).some((subpath) => subpath.includes('*'))) problems.push(`packages/${name}/package.json exports by a pattern`);
  const readme = join(folder, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) {
    problems.push(`packages/${name}/README.md lacks the lines ${from} and ${to}`);
    continue;
  }
  const next = `${text.slice(0, start + from.length)}\n${writeTable(folder, name, exports)}\n${text.slice(end)}`;
  if (next === text) continue;
  if (checking) problems.push(`packages/${name}/README.md is out of date: run node scripts/public-names.ts`);
  else writeFileSync(readme, next);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
