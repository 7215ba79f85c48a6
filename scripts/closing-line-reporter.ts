import { existsSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { FamilyTime } from './family-time.ts';

/**
 * Closes a test run with one plain line that any program can read: `Tests: 12 passed, 0 failed`. Before it, by name, each test that failed,
 * and each that passed at its second try only, with what its first one said: a second try is for a machine that is too busy, and one that
 * needs it often is a fault to look for. And the seconds of processor time, which what else a machine does changes little: it tells whether the tests became slower.
 */
export default class ClosingLineReporter implements Reporter {
  readonly #time = existsSync('/proc/self/stat') ? new FamilyTime() : null;
  #looking: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    const time = this.#time;
    if (time) this.#looking = setInterval(() => time.look(), lookEveryMs).unref();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    clearInterval(this.#looking);
    this.#time?.look();
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const named: string[] = [];
    const name = (how: string, what: string, errors: readonly Fault[] | undefined) =>
      named.push(`${how}: ${what}\n  ${firstWords(errors)}`);
    for (const module of modules) {
      if (module.errors().length > 0) {
        count.failed += 1;
        name('Failed', module.relativeModuleId, module.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        count[state] += 1;
        const what = `${module.relativeModuleId}: ${test.fullName}`;
        if (state === 'failed') name('Failed', what, errors);
        if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) name('Passed at its second try only', what, errors);
      }
    }
    const failed = count.failed + count.pending + unhandledErrors.length;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    for (const line of named.sort()) process.stdout.write(`\n${line}`);
    if (this.#time) process.stdout.write(`\nProcessor time: ${this.#time.seconds.toFixed(0)} s`);
    process.stdout.write(`\nTests: ${count.passed} passed, ${failed} failed${skipped}\n`);
  }
}

interface Fault {
  readonly message: string;
  readonly diff?: string | undefined;
}

/** A look takes a thousandth of that. */
const lookEveryMs = 5000;
/** Longer differences are cut off. */
const mostCharacters = 1500;

function firstWords(errors: readonly Fault[] | undefined): string {
  const [error] = errors ?? [];
  return error ? `${error.message}\n${(error.diff ?? '').slice(0, mostCharacters)}`.trim() : '';
}
