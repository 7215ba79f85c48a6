/** Files that look at their own place: they go on doing so from the place of their source, whichever file of a build they are in. */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { builds, root } from './program-build.ts';

const fromRoot = (path: string) => relative(root, path).replaceAll(sep, '/');
/** From a file of a build to the root. Builds are flat. */
const up = `${fromRoot(builds).replaceAll(/[^/]+/g, '..')}/../`;
const startedFile = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;

/** The files of ours that this one starts as processes or threads. */
export function listStarted(path: string, text: string): string[] {
  return [...text.matchAll(startedFile)].map(([, file = '']) => fromRoot(join(dirname(path), file)));
}

/** A source with places that hold in a build. `programs`: file by source. */
function placed(path: string, text: string, programs: Readonly<Record<string, string>>): string {
  const [own, folder] = [path, dirname(path)].map((one) => JSON.stringify(`${up}${fromRoot(one)}`));
  const place = 'import.meta.url';
  return text
    .replaceAll(startedFile, (_, file: string) => `new URL('./${programs[fromRoot(join(dirname(path), file))]}', ${place})`)
    .replaceAll(/(?<!\.mjs', )import\.meta\.url/g, `new URL(${own}, ${place}).href`)
    .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(new URL(${folder}, ${place}))`);
}

/** `paths`: of those files. */
export function ownPlaces(paths: readonly string[], programs: Readonly<Record<string, string>>): Plugin {
  const filter = new RegExp(`^(${paths.map((path) => RegExp.escape(path)).join('|')})$`);
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter }, async ({ path }) => ({ contents: placed(path, await readFile(path, 'utf8'), programs), loader: 'ts' }));
    },
  };
}
