/**
 * Forbids two folders of one package's `src` that import each other, types included. Compared are the folders of one parent, each with all
 * below it, and beside them the parent's own files as one more. The files of `src` itself count one by one: `no-circles` holds them. So do
 * those of a feature and of a noun of the web, which are packages in all but name. Tests are left out.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const imported = /(?:from|import|import\()\s*'(\.[^']+)'/g;
const sources = '{packages/*,apps/*,workers,bench,e2e}/src';
/** The innermost first. */
const roots = [...globSync('apps/web/src/{features,domain}/*'), ...globSync(sources)];

/** From one folder to another of the same parent; null within one folder, and from or to files of a root itself. */
function findArrow(from: string, to: string): { parent: string; here: string; there: string } | null {
  const root = roots.find((one) => [from, to].every((file) => file.startsWith(`${one}/`)));
  if (root === undefined) return null;
  const [one = [], other = []] = [from, to].map((file) => relative(root, file).split('/'));
  let depth = 0;
  while (depth < one.length - 1 && depth < other.length - 1 && one[depth] === other[depth]) depth++;
  const [here = '.', there = '.'] = [one, other].map((path) => (depth < path.length - 1 ? path[depth] : '.'));
  if (here === there || (depth === 0 && [here, there].includes('.'))) return null;
  return { parent: join(root, ...one.slice(0, depth)), here, there };
}

/** An import for each arrow. */
const arrows = new Map<string, string>();
const pairs: string[] = [];
for (const file of globSync(`${sources}/**/*.{ts,tsx}`, { exclude: ['**/*.test.*'] })) {
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
    const to = join(dirname(file), path);
    const arrow = findArrow(file, to);
    if (!arrow) continue;
    const { parent, here, there } = arrow;
    const [way, back] = [`${parent} ${here} ${there}`, `${parent} ${there} ${here}`];
    if (arrows.has(way)) continue;
    arrows.set(way, `${file} → ${to}`);
    if (arrows.has(back)) pairs.push(`${parent}: ${here} and ${there} import each other\n  ${arrows.get(way)}\n  ${arrows.get(back)}`);
  }
}

for (const pair of pairs) process.stderr.write(`${pair}\n`);
process.exitCode = pairs.length > 0 ? 1 : 0;
