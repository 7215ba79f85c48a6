import type { Reporter, TestModule } from 'vitest/node';

/**
 * Closes a test run with one plain line that any program can read: `Tests: 12 passed, 0 failed`. Before it, by name, each test that passed
 * at its second try only, with what its first one said: a second try is for a machine that is too busy, and one that needs it often is a
 * fault to look for.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const secondTries: string[] = [];
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        if (test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
          secondTries.push(`${module.relativeModuleId}: ${test.fullName}\n  ${firstWords(test.result().errors)}`);
      }
    }
    const failed = count.failed + count.pending + unhandledErrors.length;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    for (const name of secondTries) process.stdout.write(`\nPassed at its second try only: ${name}`);
    process.stdout.write(`\nTests: ${count.passed} passed, ${failed} failed${skipped}\n`);
  }
}

/** Longer differences are cut off. */
const mostCharacters = 1500;

function firstWords(errors: readonly { readonly message: string; readonly diff?: string | undefined }[] | undefined): string {
  const [error] = errors ?? [];
  return error ? `${error.message}\n${(error.diff ?? '').slice(0, mostCharacters)}`.trim() : '';
}
