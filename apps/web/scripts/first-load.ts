/** Fails when the JavaScript that the first page needs, gzipped, is over the budget. Reads the manifest of `vite build`. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const budgetBytes = 250_000;
const dist = new URL('../dist/', import.meta.url);

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>;
const needed = new Set<string>();
const follow = (key: string): void => {
  const chunk = manifest[key];
  if (!chunk || needed.has(chunk.file)) return;
  needed.add(chunk.file);
  for (const next of chunk.imports ?? []) follow(next);
};
for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) follow(key);
// The page a signed-in person sees first.
follow('src/features/home/home-page.tsx');

const bytes = [...needed]
  .filter((file) => file.endsWith('.js'))
  .reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0);
console.log(`first load: ${(bytes / 1000).toFixed(1)} kB of JavaScript (gzip), budget ${budgetBytes / 1000} kB`);
if (bytes > budgetBytes) process.exitCode = 1;
