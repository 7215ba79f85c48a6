import { defineConfig } from 'vitest/config';

const hidden = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    projects: [
      'apps/web/vite.config.ts',
      {
        test: {
          name: 'unit',
          include: ['{packages/*,apps/api,apps/standalone,workers,bench}/src/**/*.test.ts'],
          exclude: hidden,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          // Simulations that need the processor and nothing else: beside the unit tests, but not part of the quick check.
          name: 'simulation',
          include: ['packages/statistics/test/coverage.test.ts'],
          exclude: hidden,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages/*,apps/*,workers,bench}/test/**/*.test.ts'],
          exclude: [...hidden, 'packages/statistics/test/coverage.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // Load and timing are measured here: one file at a time on a small machine.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts'],
          exclude: hidden,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
