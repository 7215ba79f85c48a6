/** Tables of what was measured, as Markdown, and the place for them in docs/benchmarks.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import type { BenchCase, Medians } from './cases.ts';

const show = (value: number | null | undefined, digits = 3) =>
  typeof value !== 'number' || !Number.isFinite(value)
    ? '–'
    : value >= 10_000
      ? Math.round(value).toLocaleString('en').replaceAll(',', ' ')
      : String(Number(value.toPrecision(digits)));

export const ours = 'Plimsoll';

export function caseTable(bench: BenchCase, figures: ReadonlyMap<string, Medians>): string {
  const mine = figures.get(ours);
  const rows = [...figures].map(([tool, f]) => {
    const ratio = mine && tool !== ours ? show(mine.perSecond / f.perSecond) : '';
    const cpuRatio = mine && tool !== ours ? show(mine.perCpuSecond / f.perCpuSecond) : '';
    return `| ${tool} | ${show(f.perSecond)} | ${show(f.perCpuSecond)} | ${show(f.p50Ms)} | ${show(f.p99Ms)} | ${show(f.p999Ms)} | ${ratio} | ${cpuRatio} |`;
  });
  const open = bench.load.rate !== null && mine;
  return [
    `### ${bench.title}`,
    '',
    '| generator | requests/s | per generator CPU second | p50 ms | p99 ms | p99.9 ms | Plimsoll ÷ it | ÷ it per CPU second |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
    '',
    ...(open
      ? [
          `Plimsoll: sent ${show(mine.extra.sent)} of ${show(mine.extra.planned)} planned; send lateness p50 ${show(mine.extra.latenessP50Us)} µs, p99 ${show(mine.extra.latenessP99Us)} µs; service time p99 ${show(mine.extra.servicep99Ms)} ms. Its p50–p99.9 above are response times, counted from the due time.`,
          '',
        ]
      : []),
    ...(mine ? goalLines(bench, mine, figures) : []),
  ].join('\n');
}

function goalLines(bench: BenchCase, mine: Medians, figures: ReadonlyMap<string, Medians>): string[] {
  const words = (met: boolean | null) => (met === null ? 'not measured (no such tool here)' : met ? 'reached' : '**missed**');
  return [...bench.goals.map((goal) => `* ${goal.text}: ${words(goal.met(mine, (tool) => figures.get(tool) ?? null))}`), ''];
}

export interface TruthRow {
  readonly tool: string;
  readonly told: { readonly p50Ms: number | null; readonly p99Ms: number | null; readonly p999Ms: number | null };
}

export function truthTable(title: string, truth: { p50Ms: number; p99Ms: number; p999Ms: number }, rows: readonly TruthRow[]): string {
  const off = (told: number | null, really: number) =>
    told === null ? '–' : `${show(told)} (${told >= really ? '+' : ''}${show(((told - really) / really) * 100, 2)} %)`;
  return [
    `### ${title}`,
    '',
    '| told by | p50 ms | p99 ms | p99.9 ms |',
    '|---|--:|--:|--:|',
    `| **the truth** | ${show(truth.p50Ms)} | ${show(truth.p99Ms)} | ${show(truth.p999Ms)} |`,
    ...rows.map(
      ({ tool, told }) =>
        `| ${tool} | ${off(told.p50Ms, truth.p50Ms)} | ${off(told.p99Ms, truth.p99Ms)} | ${off(told.p999Ms, truth.p999Ms)} |`,
    ),
    '',
  ].join('\n');
}

export function machine(): string {
  const all = cpus();
  return `${all[0]?.model ?? 'unknown CPU'}, ${all.length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`;
}

const [from, to] = ['<!-- measured: written by npm run bench -->', '<!-- /measured -->'];

/** Replaces the measured part of the page; what people wrote around it stays. */
export function writeReport(file: string, measured: string): void {
  const page = readFileSync(file, 'utf8');
  const [before, rest] = page.split(from);
  const after = rest?.split(to)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for measured tables`);
  writeFileSync(file, `${before}${from}\n\n${measured}\n${to}${after}`);
}
