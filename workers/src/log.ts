/** Logs: ids and states, never plans, headers, bodies or URLs with passwords. */
import { type Logger, pino } from 'pino';

export type { Logger };

/** The id of the request that asked for this, as a field of its log lines; none where nobody did. */
export function logged({ requestId }: { readonly requestId: string | null }): { readonly requestId?: string } {
  return requestId === null ? {} : { requestId };
}

export function openLog(level: string): Logger {
  return pino({ level, base: { room: 'worker', pid: process.pid }, redact: ['*.secretKey', '*.plan', '*.headers', '*.password'] });
}
