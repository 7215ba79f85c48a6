/** `npm run proof`: what takes too long for every run of the tests. */
import { defineConfig } from 'vitest/config';
import { onProduct, proofs } from './vitest.config.ts';

export default defineConfig({
  test: {
    name: 'proof',
    ...onProduct,
    include: [
      'workers/test/limits/planted-limits.test.ts',
      ...proofs,
      'packages/engine/test/events/event-times.test.ts',
      'apps/api/test/runs/older-schemas.test.ts',
      'packages/statistics/test/{coverage,duet,planted,turns}.test.ts',
    ],
    // They measure: one beside another would be what is measured.
    fileParallelism: false,
    env: { PLIMSOLL_PROOF: 'full' },
    testTimeout: 300_000,
    hookTimeout: 90_000,
  },
});
