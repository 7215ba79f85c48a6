/** Is Postgres away, so that asking again may succeed? Everything else that is thrown is somebody's fault and stays one. */
import { readOnlyState } from './read-only.ts';

/**
 * Classes of SQLSTATE: 08 connection, 40 rolled back (serialization, deadlock), 53 out of a resource, 57 stopped by an operator, 58
 * system error. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passingClasses: ReadonlySet<string> = new Set(['08', '40', '53', '57', '58']);
const passingCodes: ReadonlySet<string> = new Set([
  readOnlyState,
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** An error of the client itself has no code. */
const clientSentences =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return passingCodes.has(code) || (/^[0-9A-Z]{5}$/.test(code) && passingClasses.has(code.slice(0, 2)));
  return typeof message === 'string' && clientSentences.test(message);
}
