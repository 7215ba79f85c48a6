/** The points k6 writes while it runs, as CSV or as a JSON object a line. Timestamps of its CSV are whole seconds by default. */
import { type ImportedResult, ResultFormatError } from './imported-result.ts';
import { startRequestLog } from './request-log.ts';

const metric = 'http_req_duration';

export function readK6Csv(text: string): ImportedResult {
  const lines = text.split('\n');
  const names = (lines[0] ?? '').trim().split(',');
  const column = (name: string) => {
    const at = names.indexOf(name);
    if (at < 0) throw new ResultFormatError(name);
    return at;
  };
  const [name, at, value, status, url] = [
    column('metric_name'),
    column('timestamp'),
    column('metric_value'),
    column('status'),
    column('url'),
  ];
  const log = startRequestLog();
  let target: string | null = null;
  for (const line of lines) {
    // Only the last columns may be quoted, and those that are read stand before them.
    if (!line.startsWith(`${metric},`) || name !== 0) continue;
    const fields = line.split(',');
    target ??= fields[url] ?? null;
    log.add({ atMs: readTimeMs(fields[at] ?? ''), status: fields[status] ?? '', timeUs: Number(fields[value]) * 1000 });
  }
  return log.finish({ tool: 'k6', url: target, isWallClock: true });
}

/** Unix seconds, or with other settings of k6 ms, µs, ns or RFC 3339. */
function readTimeMs(written: string): number {
  if (!/^\d+$/.test(written)) {
    const ms = Date.parse(written);
    if (Number.isNaN(ms)) throw new ResultFormatError('timestamp');
    return ms;
  }
  return Number(written) * 10 ** (13 - Math.max(10, Math.round((written.length - 10) / 3) * 3 + 10));
}

interface K6Point {
  readonly type?: unknown;
  readonly metric?: unknown;
  readonly data?: { readonly time?: unknown; readonly value?: unknown; readonly tags?: Readonly<Record<string, unknown>> };
}

export function readK6JsonLines(text: string): ImportedResult {
  const log = startRequestLog();
  let target: string | null = null;
  for (const line of text.split('\n')) {
    if (!line.includes(`"${metric}"`)) continue;
    const point = parseLine(line);
    if (point.type !== 'Point' || point.metric !== metric) continue;
    const { time, value, tags } = point.data ?? {};
    target ??= typeof tags?.url === 'string' ? tags.url : null;
    log.add({ atMs: readTimeMs(String(time)), status: String(tags?.status ?? ''), timeUs: Number(value) * 1000 });
  }
  return log.finish({ tool: 'k6', url: target, isWallClock: true });
}

function parseLine(line: string): K6Point {
  try {
    return JSON.parse(line);
  } catch {
    throw new ResultFormatError('JSON');
  }
}
