/**
 * Fails when what a browser fetches for the first page, as it is sent, is over its budget: the page, its scripts and styles as Brotli, and
 * the font. Reads the manifest of `vite build`. `e2e/src/first-load.ts` measures the fetches of a real browser.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
/** The first page of a stranger and of somebody with a session, by the names of their chunks (`vite.config.ts`). */
const budgets = { form: 250_000, 'home-page': 320_000 };

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const { default: manifest } = (await import(new URL('.vite/manifest.json', dist).href, { with: { type: 'json' } })) as {
  default: Record<string, Chunk>;
};

function listFiles(page: string): Set<string> {
  const needed = new Set<string>(['index.html']);
  const follow = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || needed.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) needed.add(file);
    for (const next of chunk.imports ?? []) follow(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry || key.endsWith('.css')) follow(key);
  follow(page);
  for (const name of readdirSync(new URL('assets/', dist))) if (name.startsWith('inter-latin-wght-normal')) needed.add(`assets/${name}`);
  return needed;
}

function sentBytes(file: string): number {
  const compressed = new URL(`${file}.br`, dist);
  return statSync(existsSync(compressed) ? compressed : new URL(file, dist)).size;
}

for (const [page, budget] of Object.entries(budgets)) {
  const [key] = Object.entries(manifest).find(([, { name }]) => name === page) ?? [];
  if (key === undefined) throw new Error(`${page} is no chunk of the build.`);
  const files = [...listFiles(key)];
  const bytes = files.reduce((sum, file) => sum + sentBytes(file), 0);
  console.log(`first load of ${page}: ${(bytes / 1000).toFixed(1)} kB on the wire in ${files.length} files, budget ${budget / 1000} kB`);
  if (bytes > budget) process.exitCode = 1;
}
