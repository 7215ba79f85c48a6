import type { Reporter, TestModule } from 'vitest/node';

/** Closes a test run with one plain line that any program can read: `Tests: 12 passed, 0 failed`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const failed = count.failed + count.pending + unhandledErrors.length;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.stdout.write(`\nTests: ${count.passed} passed, ${failed} failed${skipped}\n`);
  }
}
