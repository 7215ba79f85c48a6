/** The build of this tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildPrograms } from '../src/build-programs.ts';
import { builds, freshBuild } from '../src/program-build.ts';

/** undici asks whether there is such a name, and does without. */
const asked = /typeof __filename !== "undefined" \? __filename/g;
/** By the root, or a file of the same build. */
const placed = /new URL\("\.(?:\/[\w-]+\.mjs|\.\/[^"]+)", import\.meta\.url\)|createRequire as plimsollRequire.*/g;
/** A module by its name, which is found from wherever the build lies. */
const resolved = /import\.meta\.resolve\([`"]@[\w-]+\//g;

test('no file of the build looks for another beside its own, where it does not lie', async () => {
  await buildPrograms();
  const folder = join(builds, freshBuild()?.folder ?? '');
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll(asked, '')
        .replaceAll(placed, '')
        .replaceAll(resolved, '')
        .split('\n')
        .filter((line) => !/^\s*(\*|\/\/)/.test(line) && /__(dirname|filename)\b|import\.meta\./.test(line)),
    );
  expect(found).toEqual([]);
});

test('each process and thread that the product starts is a program of it', async () => {
  await buildPrograms();
  expect(Object.keys(freshBuild()?.programs ?? {})).toEqual(
    expect.arrayContaining([
      'apps/api/src/run-api.ts',
      'packages/analysis/src/thread/analysis-thread.ts',
      'packages/engine/src/pace/timer-thread.ts',
      'packages/engine/src/threads/load-thread.ts',
      'packages/network/src/apart/stranger-main.ts',
      'workers/src/generator/generator-main.ts',
      'workers/src/run-worker.ts',
    ]),
  );
});
