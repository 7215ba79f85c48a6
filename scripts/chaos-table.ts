/** The table of `npm run chaos` in docs/reliability.md: a row for each promise and form, replaced when it is tried again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promises } from './promises.ts';

export interface Row {
  readonly id: string;
  readonly form: string;
  readonly promise: string;
  readonly tests: number;
  readonly figures: string;
  readonly verdict: string;
}

const page = join(import.meta.dirname, '../docs/reliability.md');
const [begin, end] = ['<!-- chaos -->', '<!-- /chaos -->'];
const head = ['| # | form | promise | tests | rounds and the largest of each figure | |', '|---|---|---|---|---|---|'];

function lineOf({ id, form, promise, tests, figures, verdict }: Row): string {
  return `| ${id} | ${form} | ${promise} | ${tests} | ${figures} | ${verdict} |`;
}

export function tableOf(rows: readonly Row[]): string {
  return [...head, ...rows.map(lineOf)].join('\n');
}

/** Replaces these rows on the page and leaves the others. One that was broken before says how often it was tried since. */
export function keepRows(rows: readonly Row[]): void {
  const text = readFileSync(page, 'utf8');
  const old = text.slice(text.indexOf(begin), text.indexOf(end)).split('\n');
  const keyOf = (line: string) => line.split(' | ').slice(0, 2).join(' | ');
  const kept = new Map(old.filter((line) => /^\| [A-Z]\d+ \|/.test(line)).map((line) => [keyOf(line), line]));
  const today = new Date().toISOString().slice(0, 10);
  for (const row of rows) {
    const key = keyOf(lineOf(row));
    const before = kept.get(key) ?? '';
    const tries = /broken/.test(before) ? Number(/try (\d+)/.exec(before)?.[1] ?? 1) + 1 : 1;
    kept.set(key, lineOf({ ...row, verdict: `${row.verdict}, ${today}${tries > 1 ? `, try ${tries}` : ''}` }));
  }
  const place = (key: string) => promises.findIndex(({ id }) => key.startsWith(`| ${id} |`));
  const lines = [...kept].sort(([a], [b]) => place(a) - place(b) || b.localeCompare(a)).map(([, line]) => line);
  const on = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, Node ${process.versions.node}`;
  const table = `${begin}\nOn ${on}.\n\n${[...head, ...lines].join('\n')}\n${end}`;
  writeFileSync(page, text.slice(0, text.indexOf(begin)) + table + text.slice(text.indexOf(end) + end.length));
}
