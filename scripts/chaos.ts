/**
 * `npm run chaos`: holds each promise of reliability as often as it says, in both forms of the product, prints a table of what was found
 * and keeps it in docs/reliability.md. `-- --small` tries as few rounds as CI does and keeps nothing; `-- --form standalone|scaled` tries
 * the promises that depend on the form in this one, `-- --once` those that do not; `-- R1 R6` tries these only, and their rows are replaced.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Form } from '@plimsoll/testbed/rounds';
import { keepRows, type Row, tableOf } from './chaos-table.ts';
import { type HeldBy, type Promised, promises } from './promises.ts';

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

interface Found {
  readonly outcomes: Outcome[];
  readonly figures: Figure[];
}

const root = join(import.meta.dirname, '..');
const small = process.argv.includes('--small');
const askedForm = process.argv[process.argv.indexOf('--form') + 1];
const askedForms: readonly (Form | null)[] = process.argv.includes('--once')
  ? [null]
  : askedForm === 'standalone' || askedForm === 'scaled'
    ? [askedForm]
    : ['standalone', 'scaled', null];
const asked = process.argv.slice(2).filter((each) => /^[A-Z]\d+$/.test(each));
const chosen = promises.filter(({ id }) => asked.length === 0 || asked.includes(id));

/** `-t` of vitest meets a name with what it is described by before it, ` > ` between them; a report has a space there. */
function patternOf(name: string): string {
  return name
    .split(' ')
    .map((word) => RegExp.escape(word))
    .join('( > | )');
}

async function vitest(files: readonly string[], names: readonly string[], how: readonly string[], environment: object): Promise<Outcome[]> {
  if (files.length === 0) return [];
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-chaos-report-'));
  const report = join(dir, 'report.json');
  const args = [
    'run',
    '--config',
    'vitest.chaos.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...how,
  ];
  const pattern = names.length > 0 ? ['-t', names.map(patternOf).join('|')] : [];
  const child = spawn(join(root, 'node_modules/.bin/vitest'), [...args, ...files, ...pattern], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  await new Promise((done) => child.once('exit', done));
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  rmSync(dir, { recursive: true });
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file: relative(root, file), name: fullName, passed: status === 'passed' })),
  );
}

/** Tries these promises in this form; null: in none. */
async function hold(held: readonly HeldBy[], form: Form | null): Promise<Found> {
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-chaos-'));
  const figures = join(dir, 'figures');
  const environment = {
    PLIMSOLL_CHAOS: small ? 'small' : 'full',
    PLIMSOLL_CHAOS_FIGURES: figures,
    PLIMSOLL_CHAOS_FORM: form ?? '',
  };
  const filesOf = (some: readonly HeldBy[]) => [...new Set(some.map(({ file }) => file))];
  const whole = filesOf(held.filter(({ name }) => name === undefined));
  // One pattern of names serves all files: a file that is wanted whole is run by itself.
  const parts = held.filter(({ file }) => !whole.includes(file));
  const namesOf = (some: readonly HeldBy[]) => some.flatMap(({ name }) => name ?? []);
  const [beside, alone] = [parts.filter((each) => !each.alone), parts.filter((each) => each.alone)];
  const outcomes = [
    ...(await vitest(whole, [], [], environment)),
    // They wait rather than work.
    ...(await vitest(
      filesOf(beside),
      namesOf(beside),
      form ? ['--fileParallelism', `--maxWorkers=${form === 'scaled' ? 2 : 3}`] : [],
      environment,
    )),
    ...(await vitest(filesOf(alone), namesOf(alone), [], environment)),
  ];
  const noted = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : [];
  rmSync(dir, { recursive: true });
  return { outcomes, figures: noted.map((line) => JSON.parse(line) as Figure) };
}

/** Runs a script that judges by itself: its figures, and whether it was content. */
async function runScript({ file, figures }: NonNullable<Promised['script']>): Promise<{ figures: string; passed: boolean }> {
  const child = spawn(process.execPath, [join(root, file)], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    said += chunk.toString();
  });
  const code = await new Promise((done) => child.once('exit', done));
  const found = figures.exec(said)?.[0];
  return { figures: found ?? 'no figures', passed: code === 0 && found !== undefined };
}

async function judge({ id, promise, heldBy, script }: Promised, form: Form | null, { outcomes, figures }: Found): Promise<Row> {
  const testsOf = ({ file, name }: HeldBy) =>
    outcomes.filter((outcome) => file === outcome.file && (name === undefined || outcome.name.startsWith(name)));
  const tests = heldBy.flatMap(testsOf);
  const skipped = heldBy.find((held) => testsOf(held).length === 0);
  const scripted = script !== undefined && !small ? await runScript(script) : null;
  const failed = tests.filter(({ passed }) => !passed).length + (scripted && !scripted.passed ? 1 : 0);
  const verdict = failed > 0 ? `broken by ${failed}` : skipped ? `not run: ${skipped.file}` : 'held';
  const told = [describeFigures(figures.filter(({ promise: of }) => of === id)), scripted?.figures ?? ''].filter(Boolean).join('; ');
  return { id, form: form ?? 'any', promise, tests: tests.length, figures: told, verdict };
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

const rows: Row[] = [];
for (const form of askedForms) {
  const inForm = chosen.filter(({ forms }) => (form === null ? forms === undefined : forms?.includes(form)));
  if (inForm.length === 0) continue;
  const found = await hold(
    inForm.flatMap(({ heldBy }) => heldBy),
    form,
  );
  const judged: Row[] = [];
  for (const promised of inForm) judged.push(await judge(promised, form, found));
  if (!small) keepRows(judged);
  rows.push(...judged);
}
const broken = rows.filter(({ verdict }) => verdict !== 'held').map(({ id, form }) => `${id} (${form})`);
process.stdout.write(
  `\n${tableOf(rows)}\n\n${broken.length === 0 ? 'chaos: every promise held' : `chaos: ${broken.join(', ')} did not hold`}\n`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
