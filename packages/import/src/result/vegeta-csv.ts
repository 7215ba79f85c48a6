/** `vegeta encode --to csv`: a row a request, by the nanosecond it was sent at. Code 0 is no answer, and says why. */
import { outcomeOfFailure } from './failure-outcome.ts';
import { readRowNumber, readRowStatus, readRowUs } from './figure-limits.ts';
import type { ImportedResult } from './imported-result.ts';
import { listLines } from './list-lines.ts';
import { startRequestLog } from './request-log.ts';

export function readVegetaCsv(text: string): ImportedResult {
  const log = startRequestLog('vegeta');
  let url: string | null = null;
  for (const [row, line] of listLines(text)) {
    if (row === '') continue;
    const fields = row.split(',');
    const at = (column: string) => ({ tool: 'vegeta', line, column }) as const;
    // Nanoseconds of our time are more than a double holds to the digit: it is read in µs.
    const sent = fields[0] ?? '';
    const sentMs = readRowNumber(at('timestamp'), sent.slice(0, -3), 4.1e15) / 1000;
    const status = readRowStatus(at('code'), fields[1]);
    const timeUs = readRowUs(at('latency'), fields[2] ?? '', 1e-3);
    const message = fields[5] ? fields[5].replaceAll('"', '') : null;
    // The URL may hold commas of its own: the headers behind it hold none.
    url ??= fields.slice(10, -1).join(',').replaceAll('"', '') || null;
    const ending =
      status === null ? { status, outcome: outcomeOfFailure(message ?? ''), message } : { status, outcome: 'response' as const };
    log.add({ endMs: sentMs + timeUs / 1000, timeUs, ...ending });
  }
  return log.finish({ url, isWallClock: true });
}
