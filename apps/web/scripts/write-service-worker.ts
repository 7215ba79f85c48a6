import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Not those of readers of another language: who reads it has them. */
const ahead = /^(?!chinese-).*\.(?:js|css)$|^(?:inter|jetbrains-mono)-[\w-]{8}\.woff2$/;

/** Writes the service worker beside the web that was built into `dist`, and the list of files that are fetched ahead. */
export async function writeServiceWorker(dist: string): Promise<void> {
  const files = readdirSync(join(dist, 'assets'))
    .filter((name) => ahead.test(name))
    .map((name) => `/assets/${name}`);
  writeFileSync(join(dist, 'files.json'), JSON.stringify(files));
  const number = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);

  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('..', import.meta.url)),
    publicDir: false,
    define: { FILES: JSON.stringify(files), BUILD: JSON.stringify(number) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/service-worker.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'service-worker.js', codeSplitting: false },
      },
    },
  });
}
