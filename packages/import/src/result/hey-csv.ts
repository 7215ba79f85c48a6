/** hey's `-o csv`: one row a request that was answered, with its offset from the start. */
import type { ImportedResult } from './imported-result.ts';
import { startRequestLog } from './request-log.ts';

export function readHeyCsv(text: string): ImportedResult {
  const log = startRequestLog();
  for (const line of text.split('\n').slice(1)) {
    const fields = line.trim().split(',');
    if (fields.length < 8) continue;
    const [time, offset] = [Number(fields[0]), Number(fields[7])];
    log.add({ atMs: (offset + time) * 1000, status: fields[6] ?? '', timeUs: time * 1e6 });
  }
  return log.finish({ tool: 'hey', url: null, isWallClock: false });
}
