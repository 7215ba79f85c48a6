import type { Reporter, TestModule } from 'vitest/node';

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  /** Seconds of its files, one after the other. */
  readonly filesMs: number;
}

const longest = 25;
const seconds = (ms: number) => (ms / 1000).toFixed(0).padStart(5);

/** Ends a long test run with the time of each project, from when to when, and its longest files: a slow run is mended where it is slow. */
export default class TimeReporter implements Reporter {
  #beganMs = 0;
  readonly #spans = new Map<string, Span>();
  readonly #files: { readonly name: string; readonly ms: number }[] = [];
  readonly #started = new Map<string, number>();

  onTestRunStart(): void {
    this.#beganMs = performance.now();
    this.#spans.clear();
    this.#files.length = 0;
  }

  onTestModuleStart(module: TestModule): void {
    this.#started.set(module.id, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    const toMs = performance.now();
    const fromMs = this.#started.get(module.id) ?? toMs;
    const span = this.#spans.get(module.project.name) ?? { fromMs, toMs, filesMs: 0 };
    this.#spans.set(module.project.name, { ...span, toMs, filesMs: span.filesMs + toMs - fromMs });
    this.#files.push({ name: `${module.relativeModuleId} (${module.project.name})`, ms: toMs - fromMs });
  }

  onTestRunEnd(): void {
    if (performance.now() - this.#beganMs < 60_000) return;
    process.stdout.write('\n from    to files, s\n');
    for (const [name, { fromMs, toMs, filesMs }] of this.#spans)
      process.stdout.write(`${seconds(fromMs - this.#beganMs)} ${seconds(toMs - this.#beganMs)} ${seconds(filesMs)}  ${name}\n`);
    const slow = this.#files.sort((a, b) => b.ms - a.ms).slice(0, longest);
    process.stdout.write(`The longest files:\n${slow.map(({ name, ms }) => `${seconds(ms)}  ${name}\n`).join('')}`);
  }
}
