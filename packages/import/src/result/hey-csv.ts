/** hey's `-o csv`: one row a request that was answered, with its offset from the start. What was not answered has no row. */
import { mostHours, readRowNumber, readRowStatus, readRowUs } from './figure-limits.ts';
import type { ImportedResult } from './imported-result.ts';
import { listLines } from './list-lines.ts';
import { startRequestLog } from './request-log.ts';

export function readHeyCsv(text: string): ImportedResult {
  const log = startRequestLog('hey');
  for (const [row, line] of listLines(text)) {
    const fields = row.split(',');
    if (line === 1 || row === '') continue;
    const at = (column: string) => ({ tool: 'hey', line, column }) as const;
    const timeUs = readRowUs(at('response-time'), fields[0] ?? '', 1e6);
    const offset = readRowNumber(at('offset'), fields[7] ?? '', mostHours * 3600);
    const status = readRowStatus(at('status-code'), fields[6]);
    log.add({ endMs: offset * 1000 + timeUs / 1000, status, outcome: status === null ? 'no_answer' : 'response', timeUs });
  }
  return log.finish({ url: null, isWallClock: false, lacks: ['unanswered'] });
}
