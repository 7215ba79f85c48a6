/** Tables that `sar`, `vmstat`, `pidstat` and `dstat` print: columns by blanks, headers again and again, several tables in a file. */
import { type Refusal, refusal } from '../api/refusal.ts';
import type { ResourceTable } from './resource-table.ts';

const mostRows = 200_000;
/** Each row has a cell for every column of any table in the file. */
const mostCells = 4_000_000;
const longestName = 300;
const clock = /^\d{1,2}:\d\d:\d\d(?:[.,]\d+)?$/;

/** A column that sar and pidstat call CPU: which core a row is about. */
const coreName = 'core';

interface Block {
  /** Names of the columns behind the time. */
  readonly names: readonly string[];
  /** Blanks in the text of a row's last column, as a command's name has them, are part of it. */
  readonly isProcess: boolean;
}

/** The rows of all tables of the text under the union of their columns, a row for each line. */
export function textTable(text: string): ResourceTable | { readonly error: Refusal } {
  const lines = text.split(/\r?\n/);
  if (lines.length > mostRows) return { error: refusal('resource_rows_most', { most: mostRows }) };
  const cores = /\((\d+) CPU\)/.exec(lines[0] ?? '')?.[1];
  const places = new Map<string, number>([['time', 0]]);
  const rows: { line: number; cells: string[] }[] = [];
  let block: Block | null = null;
  let parts = false;
  let unclocked: string | null = null;
  for (const [index, line] of lines.entries()) {
    const words = line.replaceAll('|', ' ').trim().split(/\s+/);
    if (line.trim() === '' || /^(Linux|Average:|procs|-+[a-z])/i.test(line.trim())) continue;
    const head = readHead(words);
    if (head) {
      block = head;
      parts ||= head.isProcess;
      for (const name of head.names) if (!places.has(name)) places.set(name, places.size);
      if (places.size * lines.length > mostCells)
        return { error: refusal('resource_columns_most', { most: Math.floor(mostCells / lines.length) }) };
      continue;
    }
    if (!block) continue;
    const row = readRow(words, block);
    if (!row) {
      if (words.every((word) => /^-?[\d.]+$/.test(word))) unclocked ??= 'vmstat';
      continue;
    }
    const [time, values] = row;
    // Each CPU by itself is part of "all".
    const core = block.names.indexOf(coreName);
    if (!block.isProcess && core >= 0 && values[core] !== 'all') continue;
    const cells = Array.from({ length: places.size }, () => '');
    cells[0] = time;
    for (const [at, name] of block.names.entries()) cells[places.get(name) ?? 0] = values[at] ?? '';
    rows.push({ line: index + 1, cells });
  }
  if (rows.length === 0)
    return {
      error: unclocked ? refusal('resource_no_clock', { tool: unclocked, option: `${unclocked} -t` }) : refusal('resource_no_time'),
    };
  const columns = [...places.keys()];
  const even = rows.map(({ line, cells }) => ({ line, cells: columns.map((_, at) => cells[at] ?? '') }));
  return { columns, rows: even, time: 0, timezone: null, cores: cores === undefined ? null : Number(cores), parts };
}

/** A line of names, with the column of the time taken out; null: it is none. */
function readHead(words: readonly string[]): Block | null {
  const from = clockWords(words);
  const names = words.slice(from);
  // sar and pidstat repeat the time before the names, dstat calls it by name, vmstat writes the zone behind.
  if (names[0] === '#') names.shift();
  if (/^time$/i.test(names[0] ?? '')) names.shift();
  const named = names.filter((name) => /[a-z%]/i.test(name) && !/^\d/.test(name));
  if (names.length < 2 || named.length < names.length) return null;
  const isVmstat = names[0] === 'r' && names[1] === 'b';
  const told = isVmstat ? names.slice(0, names.indexOf('st') + 1) : names;
  return { names: told.map((name) => (name === 'CPU' ? coreName : name.slice(0, longestName))), isProcess: names.includes('PID') };
}

/** Counts the words at the start that are a time: `13:47:25`, `01:47:25 PM`, `22-11 13:47:25`, `1795355245`. */
function clockWords(words: readonly string[]): number {
  const [first = '', second = ''] = words;
  if (/^\d\d-\d\d$/.test(first) && clock.test(second)) return 2;
  if (clock.test(first)) return /^[AP]M$/i.test(second) ? 2 : 1;
  return /^\d{10}(\.\d+)?$/.test(first) ? 1 : 0;
}

function readRow(words: readonly string[], { names, isProcess }: Block): [string, readonly string[]] | null {
  const from = clockWords(words);
  const enough = (count: number) => (isProcess ? count >= names.length : count === names.length);
  if (from > 0) return enough(words.length - from) ? [words.slice(0, from).join(' '), words.slice(from)] : null;
  // vmstat -t
  const at = words.length - 2;
  if (at === names.length && /^\d{4}-\d\d-\d\d$/.test(words[at] ?? '')) return [words.slice(at).join(' '), words.slice(0, at)];
  return null;
}
