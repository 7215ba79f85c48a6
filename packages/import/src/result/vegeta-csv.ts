/** `vegeta encode -to csv`: a row a request, by the nanosecond it was sent at. Code 0 is no answer. */
import type { ImportedResult } from './imported-result.ts';
import { startRequestLog } from './request-log.ts';

export function readVegetaCsv(text: string): ImportedResult {
  const log = startRequestLog();
  let url: string | null = null;
  for (const line of text.split('\n')) {
    const fields = line.split(',');
    if (fields.length < 12) continue;
    const [sentNs, latencyNs] = [Number(fields[0]), Number(fields[2])];
    // The URL may hold commas of its own: the headers behind it hold none.
    url ??= fields.slice(10, -1).join(',') || null;
    log.add({ atMs: (sentNs + latencyNs) / 1e6, status: fields[1] ?? '', timeUs: latencyNs / 1000 });
  }
  return log.finish({ tool: 'vegeta', url, isWallClock: true });
}
