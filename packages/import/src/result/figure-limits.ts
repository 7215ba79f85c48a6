/** Figures that cannot be: a file may be damaged, cut off or made up, and what it says is kept for years. */
import { refusal } from '@plimsoll/contracts/refusal';
import type { ResultTool } from '@plimsoll/contracts/run-source';
import { ImportError } from '../import-error.ts';
import type { ImportedAmounts, ImportedSummary, ImportedTimes } from './imported-result.ts';

/** The longest time of one request, and of a run whose seconds are kept. */
export const mostHours = 24;
const mostUs = mostHours * 3600e6;
/** A run of which only sums are kept may be longer. */
const mostDurationMs = 366 * 24 * 3600e3;
const mostCount = 1e12;
/** Between 1970 and 2100. */
const mostMoment = 4_102_444_800_000;
const longestShown = 60;
const mostPercentiles = 1000;

/** Where in a file a figure stands. */
export interface FigurePlace {
  readonly tool: ResultTool;
  readonly line: number;
  readonly column: string;
}

function refuseRow({ tool, line, column }: FigurePlace, value: string): ImportError {
  return new ImportError(refusal('result_row', { tool, line, column, value: value.slice(0, longestShown) }));
}

/** A number of a row, not negative and not over `most`. Throws ImportError. */
export function readRowNumber(place: FigurePlace, written: unknown, most: number): number {
  const text = typeof written === 'string' ? written.trim() : String(written);
  const value = text === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value <= most)) throw refuseRow(place, text);
  return value;
}

/** An HTTP status as decimal text; null for 0 or nothing, which is no answer. Throws ImportError. */
export function readRowStatus(place: FigurePlace, written: unknown): string | null {
  const status = written === '' || written === undefined ? 0 : readRowNumber(place, written, 999);
  if (!Number.isInteger(status)) throw refuseRow(place, String(written));
  return status === 0 ? null : String(status);
}

/** A time of one request; `toUs`: the factor from its unit. Throws ImportError. */
export function readRowUs(place: FigurePlace, written: unknown, toUs: number): number {
  return readRowNumber(place, written, mostUs / toUs) * toUs;
}

/** ISO 8601 as ms since 1970. Throws ImportError. */
export function readRowMoment(place: FigurePlace, written: unknown): number {
  const text = String(written);
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(ms >= 0 && ms <= mostMoment)) throw refuseRow(place, text);
  return ms;
}

/** Sums that contradict each other or cannot be. Throws ImportError with the figure's name. */
export function refuseFalseSums({ tool, connections, startedAt, sums }: ImportedSummary): void {
  const check = (figure: string, value: number | null, most: number) => {
    if (value !== null && !(value >= 0 && value <= most))
      throw new ImportError(refusal('result_figure', { tool, figure, value: String(value) }));
  };
  const checkCount = (figure: string, value: number | null, most: number) =>
    check(figure, value === null || Number.isInteger(value) ? value : Number.NaN, most);
  const { requests, responseTime: times, tokens } = sums;
  checkCount('connections', connections, 1e6);
  check('startedAt', startedAt === null ? null : Date.parse(startedAt), mostMoment);
  check('duration (ms)', sums.durationMs, mostDurationMs);
  checkCount('requests', requests, mostCount);
  checkCount('failed', sums.failed, requests);
  check('requests/s', sums.throughputPerSecond, mostCount);
  checkCount('bytes', sums.receivedBytes, Number.MAX_SAFE_INTEGER);
  for (const [status, count] of Object.entries(sums.statuses ?? {}))
    checkCount(`status ${status.slice(0, longestShown)}`, /^\d{3}$/.test(status) ? count : Number.NaN, requests);
  const checkSpread = (of: string, unit: string, { mean, min, max, percentiles }: ImportedAmounts, most: number) => {
    check('percentiles', percentiles.size, mostPercentiles);
    for (const [name, value] of Object.entries({ mean, min, max })) check(`${of}${name}${unit}`, value, most);
    let last = 0;
    for (const [percentile, value] of [...percentiles].toSorted(([a], [b]) => a - b)) {
      const figure = `${of}p${percentile}${unit}`;
      check('percentile', percentile, 100);
      check(figure, value, most);
      if (value < last) throw new ImportError(refusal('result_figure', { tool, figure, value: `${value} < ${last}` }));
      last = value;
    }
  };
  const checkTimes = (of: string, { meanUs, minUs, maxUs, percentilesUs }: ImportedTimes) =>
    checkSpread(of, ' (µs)', { mean: meanUs, min: minUs, max: maxUs, percentiles: percentilesUs }, mostUs);
  checkTimes('', times);
  if (tokens) {
    const { firstTokenTime, secondTokenTime, interTokenTime, inputLength, outputLength } = tokens;
    for (const [of, one] of Object.entries({ firstTokenTime, secondTokenTime, interTokenTime })) if (one) checkTimes(`${of} `, one);
    for (const [of, one] of Object.entries({ inputLength, outputLength })) if (one) checkSpread(`${of} `, '', one, mostCount);
    checkCount('input tokens', tokens.input, mostCount);
    checkCount('output tokens', tokens.output, mostCount);
    check('output tokens/s', tokens.outputPerSecond, mostCount);
    checkCount('streams', tokens.streams, requests);
    checkCount('good streams', tokens.good, tokens.streams);
  }
  if (requests === 0) throw new ImportError(refusal('result_empty', { tool }));
}
