/** `vegeta encode --to json`: an object a request, by the moment it was sent at. Code 0 is no answer, and says why. */
import { z } from 'zod';
import { outcomeOfFailure } from './failure-outcome.ts';
import { readRowMoment, readRowStatus, readRowUs } from './figure-limits.ts';
import type { ImportedResult } from './imported-result.ts';
import { listLines } from './list-lines.ts';
import { parseJsonLine } from './parse-json.ts';
import { startRequestLog } from './request-log.ts';

const schema = z.object({
  code: z.unknown(),
  timestamp: z.unknown(),
  latency: z.unknown(),
  error: z.string().catch(''),
  url: z.string().nullable().catch(null),
});

export function readVegetaJsonLines(text: string): ImportedResult {
  const log = startRequestLog('vegeta');
  let url: string | null = null;
  for (const [row, line] of listLines(text)) {
    if (row === '') continue;
    const at = (column: string) => ({ tool: 'vegeta', line, column }) as const;
    const result = schema.parse(parseJsonLine(row, at('JSON')));
    const status = readRowStatus(at('code'), result.code);
    const timeUs = readRowUs(at('latency'), result.latency, 1e-3);
    url ??= result.url;
    const ending =
      status === null
        ? { status, outcome: outcomeOfFailure(result.error), message: result.error }
        : { status, outcome: 'response' as const };
    log.add({ endMs: readRowMoment(at('timestamp'), result.timestamp) + timeUs / 1000, timeUs, ...ending });
  }
  return log.finish({ url, isWallClock: true });
}
