/**
 * A run as a HdrHistogram log (`.hlog`), format version 1.3 as HistogramLogWriter of HdrHistogram writes it (Gil Tene, public domain): one
 * line for each second and tag, with the second's histogram. Values are µs, those of lengths counts.
 */
import type { Run } from '@plimsoll/contracts/run';
import { requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { histogramNames, isLength, streamLengths } from '@plimsoll/contracts/times';
import { addEncoded, clear, emptyHistogram, encode, valueAt } from '../histogram/histogram.ts';
import { compressBytes } from '../histogram/histogram-codec.ts';
import { groupByRequest, groupBySecond } from '../second/seconds.ts';

type LoggedRun = Pick<Run, 'id' | 'plan' | 'validity' | 'startedAt' | 'createdAt'>;

/**
 * The text above the lines: which tool measured which run, whether it can be trusted, and when second 0 began. Times of lines are seconds since then.
 */
export function histogramLogHead({ id, plan, validity, startedAt, createdAt }: LoggedRun): string {
  const start = new Date(startedAt ?? createdAt);
  const seconds = (start.getTime() / 1000).toFixed(3);
  return [
    '#[Histogram log format version 1.3]',
    `#[Plimsoll run ${id}: ${inOneLine(plan.name)}]`,
    ...stampComments(validity),
    `#[Values: µs; Interval_Max: ms. Counts, both, of Tag=${streamLengths.join(' and Tag=')}. No tag: response time of all requests. Tag=time: another time of all. Tag=time:request: of one. Tag=warmup…: before the measured load]`,
    `#[StartTime: ${seconds} (seconds since epoch), ${start.toISOString()}]`,
    `#[BaseTime: ${seconds} (seconds since epoch)]`,
    '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
    '',
  ].join('\n');
}

/** Whether a run can be trusted, as lines that readers of HdrHistogram's files pass over. */
export function stampComments(validity: Run['validity']): string[] {
  return [
    `#[Validity: ${validity?.stamp ?? 'not judged'}]`,
    ...(validity?.reasons ?? []).map((reason) => `#[Validity reason: ${inOneLine(reason)}]`),
    ...(validity?.limit ? [`#[Limit: ${validity.limit}]`] : []),
  ];
}

/**
 * Lines of whole seconds, by rising second; shards of a second are one. A second in which a time was never measured has no line of it.
 */
export function histogramLogLines({ plan }: LoggedRun, samples: readonly Sample[]): string {
  const tags = requestTags((plan.requests ?? []).map(({ name }) => name));
  const lines: string[] = [];
  // One for all lines: a new one of 17 000 buckets for each would be most of the work.
  const merged = emptyHistogram();
  for (const { second, shards } of groupBySecond(samples)) {
    const lengthMs = shards.reduce((longest, shard) => Math.max(longest, shard.lengthMs), 0);
    const phase = shards.some(({ warmup }) => warmup) ? ['warmup'] : [];
    const put = (names: readonly string[], parts: readonly Uint8Array[], perMax = 1000) => {
      clear(merged);
      for (const bytes of parts) addEncoded(merged, bytes);
      if (merged.total === 0) return;
      const [only, ...more] = parts;
      const bytes = only && more.length === 0 ? only : encode(merged);
      lines.push(intervalLine([...phase, ...names].join(':'), { second, lengthMs, max: (valueAt(merged, 100) ?? 0) / perMax, bytes }));
    };
    for (const time of histogramNames)
      put(
        time === 'responseTime' ? [] : [time],
        shards.map(({ histograms }) => histograms[time]),
        isLength(time) ? 1 : 1000,
      );
    for (const { name, parts } of groupByRequest(shards))
      for (const time of requestTimeNames)
        put(
          [time, tags.get(name) ?? tagOf(name)],
          parts.map(({ histograms }) => histograms[time]),
        );
  }
  return lines.join('');
}

interface Interval {
  readonly second: number;
  readonly lengthMs: number;
  /** ms, of lengths a count. */
  readonly max: number;
  readonly bytes: Uint8Array;
}

/** `tag` is empty where the line has none. */
function intervalLine(tag: string, { second, lengthMs, max, bytes }: Interval): string {
  const lead = tag === '' ? '' : `Tag=${tag},`;
  const text = Buffer.from(compressBytes(bytes)).toString('base64');
  return `${lead}${second.toFixed(3)},${(lengthMs / 1000).toFixed(3)},${max.toFixed(3)},${text}\n`;
}

/** A comma, a space or a line's end would end a tag. */
function tagOf(name: string): string {
  return name.replace(/[,\s]+/gu, '_');
}

/** Names that become the same tag are numbered. */
function requestTags(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const tag = tagOf(name);
      let free = tag;
      for (let count = 2; taken.has(free); count++) free = `${tag}_${count}`;
      taken.add(free);
      return [name, free];
    }),
  );
}

function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
