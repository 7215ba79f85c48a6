/** Moments as tools on a target write them, mostly in local time and often without a date. */

/** A local time as it is written; no date where none is. */
interface Civil {
  readonly date: readonly [year: number | null, month: number, day: number] | null;
  /** Time since midnight. */
  readonly ms: number;
}

export interface MomentOptions {
  /** IANA name or offset (`+09:00`). Throws RangeError where it is unknown: ask `isTimezone` first. */
  readonly timezone: string;
  /** A moment of the run, ms since 1970: what has no date, or no year, lies nearest to it. */
  readonly aroundMs: number;
  /** Second 0 of the run, ms since 1970: small numbers count from it. */
  readonly startMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Reads the moments of one file: ms since 1970, or null. */
export function momentReader({ timezone, aroundMs, startMs }: MomentOptions): (text: string) => number | null {
  const offsetAt = zoneOffsets(timezone);
  /** An hour that a zone's clocks run through twice is the one nearer to the run. */
  const toMs = (localMs: number): number => {
    const offsets = [offsetAt(localMs - dayMs / 2), offsetAt(localMs + dayMs / 2)];
    const fitting = offsets.map((offset) => localMs - offset).filter((ms) => ms + offsetAt(ms) === localMs);
    return fitting.length > 0 ? nearest(fitting) : localMs - (offsets[0] ?? 0);
  };
  const year = new Date(aroundMs).getUTCFullYear();

  const nearest = (candidates: readonly number[]): number =>
    candidates.reduce((best, one) => (Math.abs(one - aroundMs) < Math.abs(best - aroundMs) ? one : best));

  return (written) => {
    const text = written.trim();
    const number = numberMoment(text, startMs);
    if (number !== null) return number;
    if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return known(Date.parse(text));
    const civil = readCivil(text);
    if (!civil) return null;
    const { date, ms } = civil;
    if (date === null) {
      const midnight = Math.floor((aroundMs + offsetAt(aroundMs)) / dayMs) * dayMs;
      return nearest([-1, 0, 1].map((days) => toMs(midnight + days * dayMs + ms)));
    }
    const [of, month, day] = date;
    const on = (y: number) => toMs(Date.UTC(y, month - 1, day) + ms);
    return of === null ? nearest([year - 1, year, year + 1].map(on)) : on(of);
  };
}

const known = (ms: number): number | null => (Number.isFinite(ms) ? ms : null);

/** Seconds, ms, µs or ns since 1970 by their size; a small number is seconds since the run's start. */
function numberMoment(text: string, startMs: number): number | null {
  if (!/^\d+(\.\d+)?$/.test(text)) return null;
  const value = Number(text);
  if (value < 1e8) return startMs + value * 1000;
  for (const scale of [1000, 1, 1e-3, 1e-6]) if (value * scale < 1e14) return value * scale;
  return null;
}

const clock = String.raw`(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: ?([AP]M))?(?: [A-Z]{2,5})?`;
const patterns: readonly { readonly pattern: RegExp; readonly date: (found: readonly string[]) => Civil['date'] }[] = [
  { pattern: new RegExp(`^()()()${clock}$`, 'i'), date: () => null },
  { pattern: new RegExp(`^(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T ]${clock}$`, 'i'), date: ([y, m, d]) => [Number(y), Number(m), Number(d)] },
  // typeperf writes the month first, whatever the locale.
  { pattern: new RegExp(`^(\\d\\d)/(\\d\\d)/(\\d{4}) ${clock}$`, 'i'), date: ([m, d, y]) => [Number(y), Number(m), Number(d)] },
  { pattern: new RegExp(`^(\\d\\d)\\.(\\d\\d)\\.(\\d{4}) ${clock}$`, 'i'), date: ([d, m, y]) => [Number(y), Number(m), Number(d)] },
  // dstat
  { pattern: new RegExp(`^(\\d\\d)-(\\d\\d)() ${clock}$`, 'i'), date: ([d, m]) => [null, Number(m), Number(d)] },
];

function readCivil(text: string): Civil | null {
  for (const { pattern, date } of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [hour, minute, second, fraction = '', half = ''] = found.slice(4);
    const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
    if (hours > 23 || Number(minute) > 59 || Number(second) > 60) return null;
    const day = date(found.slice(1, 4));
    if (day && (day[1] < 1 || day[1] > 12 || day[2] < 1 || day[2] > 31)) return null;
    return { date: day, ms: hours * hourMs + Number(minute) * 60_000 + Number(second) * 1000 + Number(`0.${fraction || 0}`) * 1000 };
  }
  return null;
}

/** The zone's offset from UTC, ms, at a moment; asked once an hour of the file. */
function zoneOffsets(timezone: string): (ms: number) => number {
  if (timezone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const offsets = new Map<number, number>();
  return (ms) => {
    const hour = Math.floor(ms / (hourMs / 4));
    const kept = offsets.get(hour);
    if (kept !== undefined) return kept;
    const whole = Math.floor(ms / 1000) * 1000;
    const parts = Object.fromEntries(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour: h = 0, minute = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, h, minute, second) - whole;
    offsets.set(hour, offset);
    return offset;
  };
}
