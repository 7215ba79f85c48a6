/**
 * `npm run chaos`: holds each promise of reliability as often as it says, prints a table of what was found and keeps it in
 * docs/reliability.md. `-- --small` tries as few rounds as CI does and keeps nothing; `-- R1 R6` tries these only.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promises } from './promises.ts';

interface Outcome {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
}

interface Figure {
  readonly promise: string;
  readonly name: string;
  readonly value: number;
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly { fullName: string; status: string }[] }[];
}

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/reliability.md');
const [begin, end] = ['<!-- chaos -->', '<!-- /chaos -->'];
const small = process.argv.includes('--small');
const asked = process.argv.slice(2).filter((each) => /^[A-Z]\d+$/.test(each));
const chosen = promises.filter(({ id }) => asked.length === 0 || asked.includes(id));

async function run(dir: string): Promise<{ outcomes: Outcome[]; figures: Figure[] }> {
  const [report, figures] = [join(dir, 'report.json'), join(dir, 'figures')];
  const held = chosen.flatMap(({ heldBy }) => heldBy);
  const files = [...new Set(held.map(({ file }) => file))];
  const whole = files.filter((file) => held.some((each) => each.file === file && each.name === undefined));
  // One pattern of names serves all files: a file that is wanted whole is run by itself.
  const parts = files.filter((file) => !whole.includes(file));
  const names = held.flatMap(({ name }) => (name === undefined ? [] : [RegExp.escape(name)]));
  const outcomes: Outcome[] = [];
  for (const [chunk, pattern] of [
    [whole, []],
    [parts, ['-t', names.join('|')]],
  ] as const) {
    if (chunk.length === 0) continue;
    const args = ['run', '--config', 'vitest.chaos.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const child = spawn(join(root, 'node_modules/.bin/vitest'), [...args, ...chunk, ...pattern], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PLIMSOLL_CHAOS: small ? 'small' : 'full', PLIMSOLL_CHAOS_FIGURES: figures },
    });
    await new Promise((done) => child.once('exit', done));
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    for (const { name: file, assertionResults } of testResults)
      for (const { fullName, status } of assertionResults)
        if (status !== 'skipped' && status !== 'pending')
          outcomes.push({ file: relative(root, file), name: fullName, passed: status === 'passed' });
  }
  const noted = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : [];
  return { outcomes, figures: noted.map((line) => JSON.parse(line) as Figure) };
}

function tell({ outcomes, figures }: { outcomes: readonly Outcome[]; figures: readonly Figure[] }): { table: string; broken: string[] } {
  const broken: string[] = [];
  const rows = chosen.map(({ id, promise, heldBy }) => {
    const tests = outcomes.filter((outcome) =>
      heldBy.some(({ file, name }) => file === outcome.file && (name === undefined || outcome.name.startsWith(name))),
    );
    const failed = tests.filter(({ passed }) => !passed).length;
    if (failed > 0 || tests.length === 0) broken.push(id);
    const verdict = tests.length === 0 ? 'not run' : failed === 0 ? 'held' : `broken by ${failed}`;
    return `| ${id} | ${promise} | ${tests.length} | ${describeFigures(figures.filter(({ promise: of }) => of === id))} | ${verdict} |`;
  });
  return {
    table: ['| # | promise | tests | rounds and the largest of each figure | |', '|---|---|---|---|---|', ...rows].join('\n'),
    broken,
  };
}

function describeFigures(figures: readonly Figure[]): string {
  const names = [...new Set(figures.map(({ name }) => name))];
  return names
    .map((name) => {
      const values = figures.filter((figure) => figure.name === name).map(({ value }) => value);
      return `${values.length} × ${name}: ${Math.round(Math.max(...values))}`;
    })
    .join('; ');
}

const dir = mkdtempSync(join(tmpdir(), 'plimsoll-chaos-'));
try {
  const { table, broken } = tell(await run(dir));
  const on = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, Node ${process.versions.node}`;
  process.stdout.write(`\n${table}\n\n${broken.length === 0 ? 'chaos: every promise held' : `chaos: ${broken.join(', ')} did not hold`}\n`);
  if (!small && asked.length === 0) {
    const text = readFileSync(page, 'utf8');
    const kept = `${begin}\n${new Date().toISOString().slice(0, 10)}, on ${on}.\n\n${table}\n${end}`;
    writeFileSync(page, text.slice(0, text.indexOf(begin)) + kept + text.slice(text.indexOf(end) + end.length));
  }
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
