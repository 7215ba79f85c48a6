/** Logs: ids and states, never plans, headers, bodies or URLs with passwords. */
import { type Logger, pino } from 'pino';

export type { Logger };

export function openLog(level: string): Logger {
  return pino({ level, base: { room: 'worker', pid: process.pid }, redact: ['*.secretKey', '*.plan', '*.headers', '*.password'] });
}
