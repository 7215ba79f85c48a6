/** An HdrHistogram log (`.hlog`): a histogram for each interval, and no statuses. Tags keep several histograms apart. */
import { refusal } from '@plimsoll/contracts/refusal';
import { ImportError } from '../import-error.ts';
import { mostHours, readRowNumber } from './figure-limits.ts';
import type { ImportedInterval, ImportedResult } from './imported-result.ts';
import { listLines } from './list-lines.ts';

const mostSeconds = mostHours * 3600;
const mostMoment = 4.1e9;

export function readHdrLog(text: string): ImportedResult {
  const tagged: (ImportedInterval & { readonly isTagged: boolean })[] = [];
  let startSeconds: number | null = null;
  let first: number | null = null;
  for (const [row, line] of listLines(text)) {
    const at = (column: string) => ({ tool: 'hlog', line, column }) as const;
    const told = /^#\[StartTime: ([\d.]+)/.exec(row)?.[1];
    if (told !== undefined) startSeconds = readRowNumber(at('StartTime'), told, mostMoment);
    if (row === '' || row.startsWith('#') || row.startsWith('"')) continue;
    const [start = '', length = '', max = '', histogram = ''] = row.replace(/^Tag=[^,]*,/, '').split(',');
    const startsAt = readRowNumber(at('StartTimestamp'), start, mostMoment);
    // Times of a log count from its own start, or are moments themselves.
    first ??= startsAt;
    tagged.push({
      isTagged: row.startsWith('Tag='),
      startMs: readRowNumber(at('StartTimestamp'), startsAt - first, mostSeconds) * 1000,
      lengthMs: readRowNumber(at('Interval_Length'), length, mostSeconds) * 1000,
      shownMax: readRowNumber(at('Interval_Max'), max, Number.MAX_SAFE_INTEGER),
      histogram,
      line,
    });
  }
  if (tagged.length === 0) throw new ImportError(refusal('result_empty', { tool: 'hlog' }));
  // Lines without a tag are the whole where there are some.
  const untagged = tagged.filter(({ isTagged }) => !isTagged);
  const beganAt = first !== null && first > 1e8 ? first : startSeconds;
  return {
    tool: 'hlog',
    version: null,
    url: null,
    connections: null,
    startedAt: beganAt === null ? null : new Date(beganAt * 1000).toISOString(),
    data: 'seconds',
    intervals: untagged.length > 0 ? untagged : tagged,
  };
}
