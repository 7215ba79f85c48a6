/** Writes `dist/plimsoll.mjs`, or the file that it is told: the command with all that it imports, for Node 22 and later. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that the command starts as threads and processes are this one file. */
const ownFile: Plugin = {
  name: 'own-file',
  setup({ onLoad }) {
    onLoad({ filter: /(threads[\\/]worker-threads|pace[\\/]timer-thread|local[\\/]make-loads)\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(/new URL\('[^']+\.ts', import\.meta\.url\)/, 'new URL(import.meta.url)');
      if (contents === text) throw new Error(`${path} starts no file of ours any more`);
      return { contents, loader: 'ts' };
    });
    // What is read from files in the repository is text in the one file.
    onLoad({ filter: /page[\\/]read-sheets\.ts$/ }, async ({ path }) => {
      const sheets: Record<string, string> = await import(path);
      return {
        contents: Object.entries(sheets)
          .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`)
          .join('\n'),
      };
    });
  },
};

await build({
  absWorkingDir: root,
  entryPoints: ['src/bundled-main.ts'],
  outfile: process.argv[2] ?? 'dist/plimsoll.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  minify: true,
  legalComments: 'linked',
  // Libraries that are CommonJS ask for Node's modules.
  banner: { js: "import{createRequire as plimsollRequire}from'node:module';const require=plimsollRequire(import.meta.url);" },
  plugins: [ownFile],
});
