import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';
import { FamilyTime } from './family-time.ts';

/**
 * Closes a test run with one plain line that any program can read: `Tests: 12 passed, 0 failed`. Before it, in few words, since some show
 * the end of a long output alone: each test that passed at its second try only, which is for a machine that is too busy (one that needs it
 * often is a fault to look for), then each that failed, each error outside of tests. And the seconds of processor time, which what else a machine does changes little: it tells whether the tests became slower.
 */
export default class ClosingLineReporter implements Reporter {
  readonly #time = existsSync('/proc/self/stat') ? new FamilyTime() : null;
  #looking: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    const time = this.#time;
    if (time) this.#looking = setInterval(() => time.look(), lookEveryMs).unref();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly Fault[]): void {
    clearInterval(this.#looking);
    this.#time?.look();
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const again: string[] = [];
    const broken: string[] = [];
    const name = (names: string[], what: string, errors: readonly Fault[] | undefined) => names.push(`${what}\n    ${firstWords(errors)}`);
    for (const module of modules) {
      if (module.errors().length > 0) {
        count.failed += 1;
        name(broken, module.relativeModuleId, module.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        count[state] += 1;
        const what = `${module.relativeModuleId}: ${test.fullName}`;
        if (state === 'failed') name(broken, what, errors);
        if (state === 'pending') broken.push(`${what}\n    It did not end.`);
        if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) name(again, what, errors);
      }
    }
    for (const error of unhandledErrors) name(broken, 'Outside of tests', [error]);
    const failed = count.failed + count.pending + unhandledErrors.length;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    list('Passed at the second try only', again);
    list('Failed', broken);
    if (this.#time) process.stdout.write(`\nProcessor time: ${this.#time.seconds.toFixed(0)} s`);
    process.stdout.write(`\nTests: ${count.passed} passed, ${failed} failed${skipped}\n`);
  }
}

interface Fault {
  readonly message: string;
  readonly cause?: unknown;
}

/** A look takes a thousandth of that. */
const lookEveryMs = 5000;
const mostCharacters = 240;

function firstWords([error]: readonly Fault[] = []): string {
  const said = [error?.message, error?.cause instanceof Error ? error.cause.message : ''].join(' ');
  return stripVTControlCharacters(said).replace(/\s+/g, ' ').trim().slice(0, mostCharacters);
}

function list(heading: string, names: readonly string[]): void {
  if (names.length > 0) process.stdout.write(`\n${heading}:\n  ${names.toSorted().join('\n  ')}\n`);
}
