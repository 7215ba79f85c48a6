/** `npm run check`: types, lint, boundaries, unused code and unit tests side by side; the output of what failed. `--no-tests` where they ran already. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** TypeScript 7 checks in less than half the processor time of 6, which dependency-cruiser still needs to read the imports of types. */
const tsc = 'node node_modules/typescript-native/bin/tsc';

/** Tests of the web that compute or start processes for many seconds; `npm test` runs them. */
const longOfWeb = ['plan-form', 'bundle-agent'].map((name) => `--exclude '**/${name}.test.ts'`).join(' ');

const steps: readonly (readonly [name: string, command: string])[] = [
  ['types', `${tsc} -p .`],
  ['types of the web', `${tsc} -p apps/web`],
  ['unit tests', `vitest run --project unit --project web ${longOfWeb}`],
  ['lint', 'biome check --error-on-warnings .'],
  ['boundaries', 'depcruise --config .dependency-cruiser.js packages apps workers bench e2e'],
  ['folders', 'node scripts/mutual-folders.ts'],
  ['unused code', 'knip'],
  ['style sheets', 'node apps/web/scripts/check-styles.ts'],
  ['table of settings', 'node scripts/config-table.ts --check'],
  ['parts of the chart', 'node scripts/helm/chart-parts.ts --check'],
  ['install scripts', 'node scripts/install-scripts.ts'],
  ['public names', 'node scripts/public-names.ts --check'],
  ['one spelling a figure', 'node scripts/one-spelling.ts'],
  ['paths in the docs', 'node scripts/named-paths.ts'],
];

interface Finished {
  readonly name: string;
  readonly passed: boolean;
}

function runStep(name: string, command: string): Promise<Finished> {
  const started = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n${code === 0 ? '' : `${output}\n`}`);
      resolve({ name, passed: code === 0 });
    });
  });
}

const waiting = steps.filter(([name]) => name !== 'unit tests' || !process.argv.includes('--no-tests'));
const finished: Finished[] = [];
await Promise.all(
  Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) finished.push(await runStep(...step));
  }),
);
const failed = finished.filter((step) => !step.passed);
process.stdout.write(failed.length === 0 ? 'check: all green\n' : `check: ${failed.map((step) => step.name).join(', ')} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
