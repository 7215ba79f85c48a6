/** The output of nighthawk_client for people: a block for each statistic, then the counters. The head of a block has had three forms. */
import { type ImportedSummary, type ImportedTimes, nothingTold } from './imported-result.ts';
import { percentileOf, sumNighthawk } from './nighthawk-sums.ts';
import { find, needed, readUs } from './print-figures.ts';

const title = 'Nighthawk - A layer 7 protocol benchmarking tool.';
const timesHead = /^(Request start to response end|benchmark_http_client\.request_to_response)\b/;

export function isNighthawkText(text: string): boolean {
  return text.includes(title);
}

export function readNighthawkText(text: string): ImportedSummary {
  // Lines of its log stand among the figures.
  const lines = (text.split(title)[1] ?? '').split(/\r?\n/).filter((line) => !line.startsWith('['));
  const counters = lines.flatMap((line) => {
    const [, name, value, perSecond] = /^([a-z]\S*) +(\d+) +([\d.]+) *$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: Number(value), perSecond: Number(perSecond) }];
  });
  needed('nighthawk_client', counters.length > 0 ? counters.length : null, 'Counter');
  return {
    ...nothingTold,
    tool: 'nighthawk_client',
    sums: sumNighthawk(
      counters.map(({ name, value }) => [name, value]),
      durationOf(counters),
      readTimes(timesBlock(lines)),
    ),
  };
}

/** Up to the head of the next block. Nothing is printed of a statistic without samples. */
function timesBlock(lines: readonly string[]): string {
  const start = lines.findIndex((line) => timesHead.test(line));
  if (start < 0) return '';
  const end = lines.findIndex((line, at) => at > start && /^[A-Za-z](?!ercentile)/.test(line));
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
}

/** The first form writes `0.000156183s`, the others `0s 000ms 156us`. */
function readTimes(block: string): ImportedTimes {
  const us = (name: string) => readUs(find(block, new RegExp(`\\b${name}: +([^|,\\n]+)`)));
  const percentilesUs = new Map(
    [...block.matchAll(/^ *([\d.]+) +\d+ +(\d\S*s(?: \d+ms \d+us)?) *$/gm)].flatMap(([, share, written]): [number, number][] => {
      const time = readUs(written);
      return time === null ? [] : [[percentileOf(Number(share)), time]];
    }),
  );
  return { meanUs: us('mean'), minUs: us('min'), maxUs: us('max'), percentilesUs };
}

/** Rates have two decimals: that of the fastest counter tells the length of the run best. */
function durationOf(counters: readonly { readonly value: number; readonly perSecond: number }[]): number | null {
  const { value, perSecond } = counters.reduce((best, one) => (one.perSecond > best.perSecond ? one : best), { value: 0, perSecond: 0 });
  return perSecond > 0 ? (value / perSecond) * 1000 : null;
}
