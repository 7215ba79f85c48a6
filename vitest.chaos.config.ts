/** `npm run chaos`: the tests of the promises, as often as the promises say. */
import { compileCache } from '@plimsoll/programs/start-program';
import { defineConfig } from 'vitest/config';
import { promises } from './scripts/promises.ts';

process.env.NODE_COMPILE_CACHE ??= compileCache;

export default defineConfig({
  test: {
    name: 'chaos',
    include: [...new Set(promises.flatMap(({ heldBy }) => heldBy.map(({ file }) => file)))],
    globalSetup: ['./scripts/build-programs.ts', './scripts/one-postgres.ts'],
    // Some of them measure: one at a time, with rounds of its own side by side.
    fileParallelism: false,
    maxConcurrency: 1,
    testTimeout: 3_600_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 90_000,
  },
});
