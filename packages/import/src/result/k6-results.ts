/** The points k6 writes while it runs, as CSV or as a JSON object a line. Timestamps of its CSV are whole seconds by default. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { refusal } from '@plimsoll/contracts/refusal';
import { readSeparated } from '@plimsoll/contracts/separated-lines';
import { ImportError } from '../import-error.ts';
import { type FigurePlace, readRowMoment, readRowNumber, readRowStatus, readRowUs } from './figure-limits.ts';
import type { LineReader } from './imported-result.ts';
import { parseJsonLine } from './parse-json.ts';
import { type RequestLog, startRequestLog } from './request-log.ts';

const metric = 'http_req_duration';

/** https://grafana.com/docs/k6/latest/javascript-api/error-codes/ */
function outcomeOf(code: string): OutcomeKind {
  const number = Number(code);
  if (number === 1050) return 'timeout';
  if (number === 1211) return 'connect_timeout';
  if (number === 1212) return 'connect_refused';
  if (number === 1201 || number === 1220) return 'reset';
  if (number >= 1100 && number < 1200) return 'dns';
  if (number >= 1300 && number < 1400) return 'tls';
  return number >= 1600 && number < 1700 ? 'protocol' : 'no_answer';
}

const endingOf = (status: string | null, code: string, error: string) =>
  status === null ? { outcome: outcomeOf(code), status, message: error || null } : { outcome: 'response' as const, status };

export function readK6Csv(): LineReader {
  let log: RequestLog | null = null;
  let names: readonly string[] = [];
  const column = (name: string) => {
    const at = names.indexOf(name);
    if (at < 0) throw new ImportError(refusal('result_column', { tool: 'k6', column: name }));
    return at;
  };
  let [time, value, status, url, error, code] = [0, 0, 0, 0, 0, 0];
  let target: string | null = null;
  return {
    add(row, line) {
      if (line === 1) {
        names = row.split(',');
        [time, value, status, url] = [column('timestamp'), column('metric_value'), column('status'), column('url')];
        [error, code] = [column('error'), column('error_code')];
      }
      if (!row.startsWith(`${metric},`)) return;
      const fields = splitRow(row);
      const at = (name: string): FigurePlace => ({ tool: 'k6', line, column: name });
      target ??= fields[url] || null;
      // A setting of k6, so the same in all rows.
      log ??= startRequestLog('k6', { isWhole: /^\d{10}$/.test(fields[time] ?? '') });
      log.add({
        endMs: readTimeMs(at('timestamp'), fields[time] ?? ''),
        timeUs: readRowUs(at('metric_value'), fields[value] ?? '', 1000),
        ...endingOf(readRowStatus(at('status'), fields[status]), fields[code] ?? '', fields[error] ?? ''),
      });
    },
    finish: () => (log ?? startRequestLog('k6')).finish({ url: target, isWallClock: true }),
  };
}

function splitRow(row: string): readonly string[] {
  if (!row.includes('"')) return row.split(',');
  const read = readSeparated(row, ',', { columns: 1000, lines: 1 });
  return 'lines' in read ? (read.lines[0] ?? []) : row.split(',');
}

/** Unix seconds, or with other settings of k6 ms, µs, ns or RFC 3339. */
function readTimeMs(place: FigurePlace, written: string): number {
  if (!/^\d+$/.test(written)) return readRowMoment(place, written);
  const toMs = 10 ** (13 - Math.max(10, Math.round((written.length - 10) / 3) * 3 + 10));
  return readRowNumber(place, written, 4.1e12 / toMs) * toMs;
}

interface K6Point {
  readonly type?: unknown;
  readonly metric?: unknown;
  readonly data?: { readonly time?: unknown; readonly value?: unknown; readonly tags?: Readonly<Record<string, unknown>> };
}

export function readK6JsonLines(): LineReader {
  const log = startRequestLog('k6');
  let target: string | null = null;
  return {
    add(row, line) {
      // One line in ten is of this metric: the others are not parsed.
      if (!row.includes(`"${metric}"`)) return;
      const at = (name: string): FigurePlace => ({ tool: 'k6', line, column: name });
      const point: K6Point = parseJsonLine(row, at('JSON'));
      if (point.type !== 'Point' || point.metric !== metric) return;
      const { time, value, tags = {} } = point.data ?? {};
      target ??= typeof tags.url === 'string' ? tags.url : null;
      log.add({
        endMs: readRowMoment(at('time'), time),
        timeUs: readRowUs(at('value'), value, 1000),
        ...endingOf(readRowStatus(at('status'), tags.status), String(tags.error_code ?? ''), String(tags.error ?? '')),
      });
    },
    finish: () => log.finish({ url: target, isWallClock: true }),
  };
}
