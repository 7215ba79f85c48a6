/** Writes the measured tables as Markdown into docs/benchmarks.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { type HttpClient, httpClients } from '@plimsoll/contracts/connection';
import type { BenchCase, Medians, Met } from './cases.ts';
import { median } from './figures.ts';
import type { TrueTimes } from './truth.ts';

const show = (value: number | null | undefined, digits = 3) =>
  typeof value !== 'number' || !Number.isFinite(value)
    ? '–'
    : value >= 10_000
      ? Math.round(value).toLocaleString('en').replaceAll(',', ' ')
      : String(Number(value.toPrecision(digits)));

/** Names of our rows, by client. */
export const ours: Readonly<Record<HttpClient, string>> = { undici: 'Plimsoll on undici', wire: 'Plimsoll on the wire' };

export function caseTable(bench: BenchCase, figures: ReadonlyMap<string, Medians>): string {
  const clients = httpClients.filter((client) => figures.has(ours[client]));
  const mine = clients.map((client) => figures.get(ours[client]));
  const open = bench.load.rate !== null;
  const rows = [...figures].map(([tool, f]) => {
    const ratios = (pick: (medians: Medians) => number) => mine.map((own) => (own && own !== f ? show(pick(own) / pick(f)) : ''));
    const cells = [f.perSecond, f.perCpuSecond, ...(open ? [f.cpuShare * 100] : []), f.p50Ms, f.p99Ms, f.p999Ms].map((figure) =>
      show(figure),
    );
    return `| ${[tool, ...cells, ...ratios((m) => m.perSecond), ...ratios((m) => m.perCpuSecond)].join(' | ')} |`;
  });
  return [
    `### ${bench.title}`,
    '',
    `| ${['generator', 'requests/s', 'per generator CPU second', ...(open ? ['% of a core'] : []), 'p50 ms', 'p99 ms', 'p99.9 ms', ...clients.map((client) => `${client} ÷ it`), ...clients.map((client) => `${client} ÷ it per CPU second`)].join(' | ')} |`,
    `|---${'|--:'.repeat((open ? 6 : 5) + 2 * clients.length)}|`,
    ...rows,
    '',
    ...(!open ? [] : [...figures].filter(([, { extra }]) => 'sent' in extra).map(([tool, own]) => sendingLine(tool, own))),
    ...httpClients.flatMap((client) => goalLines(bench, client, figures)),
    '',
  ].join('\n');
}

/** The figures of an engine in an open load that the table has no column for. */
function sendingLine(tool: string, { extra }: Medians): string {
  return `* ${tool}: sent ${show(extra.sent)} of ${show(extra.planned)} planned; send lateness p50 ${show(extra.latenessP50Us)} µs, p99 ${show(extra.latenessP99Us)} µs; JIT warm-up ${show(extra.warmUpCpuSeconds)} s of processor time, not in the table; service time p99 ${show(extra.servicep99Ms)} ms (the table has response times, counted from the due time)`;
}

/** Whether one of our clients reached its goals. */
function goalLines(bench: BenchCase, client: HttpClient, figures: ReadonlyMap<string, Medians>): string[] {
  const mine = figures.get(ours[client]);
  if (!mine) return [];
  return bench.goals[client].map(({ text, met }) =>
    goalLine(
      `${ours[client]} ${text}`,
      met(mine, (tool) => figures.get(tool) ?? null),
    ),
  );
}

function goalLine(text: string, met: Met): string {
  if (met !== null && typeof met === 'object')
    return `* ${text}: undecided, these rounds tell ${show(met.low, 2)} to ${show(met.high, 2)} ×`;
  return `* ${text}: ${met === null ? 'not measured (no such tool here)' : met ? 'reached' : '**missed**'}`;
}

const truthKeys = ['p50Ms', 'p99Ms', 'p999Ms'] as const;
type TruthFigures = Readonly<Record<(typeof truthKeys)[number], number | null>>;

/** One run of one generator: what it reported, and what the target's log says of the same run. */
export interface TruthRound {
  readonly told: TruthFigures;
  readonly truth: TrueTimes;
}
export interface TruthRow {
  readonly tool: string;
  /** True if it sends at the rate, whatever the target does. */
  readonly open: boolean;
  readonly rounds: readonly TruthRound[];
}

/** Medians over the rounds. The error of a round is relative to the same round's truth. */
export function truthTable(title: string, rows: readonly TruthRow[]): string {
  const over = (rounds: readonly TruthRound[], key: (typeof truthKeys)[number]) => {
    const errors = rounds.map(({ told, truth }) => (told[key] === null ? null : (told[key] - truth[key]) / truth[key]));
    return {
      told: median(rounds.map(({ told }) => told[key])),
      truth: median(rounds.map(({ truth }) => truth[key])),
      error: median(errors),
      size: median(errors.map((error) => error && Math.abs(error))),
    };
  };
  const cell = ({ told, truth, error }: ReturnType<typeof over>) =>
    error === null ? '–' : `${show(told)} for ${show(truth)} (${error < 0 ? '' : '+'}${show(error * 100, 2)} %)`;
  const names = { p50Ms: 'p50', p99Ms: 'p99', p999Ms: 'p99.9' };
  const openRows = rows.filter(({ open }) => open);
  const others = openRows.filter(({ tool }) => !Object.values(ours).includes(tool));
  const goal = httpClients.flatMap((client) => {
    const mine = openRows.find(({ tool }) => tool === ours[client]);
    if (!mine) return [];
    return truthKeys.map((key) => {
      const size = ({ rounds }: TruthRow) => over(rounds, key).size ?? Number.POSITIVE_INFINITY;
      const smallest = others.every((row) => size(mine) <= size(row));
      return goalLine(`${ours[client]}, ${names[key]}: smaller error than every other tool's open load`, smallest);
    });
  });
  return [
    `### ${title}`,
    '',
    '| told by | p50 ms | p99 ms | p99.9 ms |',
    '|---|--:|--:|--:|',
    ...rows.map(
      ({ tool, open, rounds }) => `| ${tool}${open ? '' : ' (closed)'} | ${truthKeys.map((key) => cell(over(rounds, key))).join(' | ')} |`,
    ),
    '',
    'Each figure is what the generator told, then what the log of the target says of the users of the same run; the error is between the two.',
    '',
    ...goal,
    '',
  ].join('\n');
}

export function machine(): string {
  const all = cpus();
  return `${all[0]?.model ?? 'unknown CPU'}, ${all.length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`;
}

const [from, to] = ['<!-- measured: written by npm run bench -->', '<!-- /measured -->'];

/** Replaces the measured part of the page. The text around it stays. */
export function writeReport(file: string, measured: string): void {
  const page = readFileSync(file, 'utf8');
  const [before, rest] = page.split(from);
  const after = rest?.split(to)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for measured tables`);
  writeFileSync(file, `${before}${from}\n\n${measured}\n${to}${after}`);
}
