/** Numbers as sentences show them: 3 significant digits, one unit. English; the screens format their own. */

function digits(value: number, significant = 3): string {
  if (value === 0) return '0';
  return new Intl.NumberFormat('en', { maximumSignificantDigits: significant }).format(value);
}

/** 12,345 */
export function count(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value);
}

/** A rate with thousands kept whole: 12,345 or 3.21 */
export function rate(value: number): string {
  return value >= 1000 ? count(value) : digits(value);
}

/** A share as a percentage: `98.7 %`. Shares just under 100 % never round up to it. */
export function percent(share: number): string {
  const text = digits(share * 100);
  return `${text === '100' && share < 1 ? '99.9' : text} %`;
}

/** A signed percentage: `+4.2 %`, `−3 %`. */
export function signedPercent(share: number): string {
  const sign = share > 0 ? '+' : share < 0 ? '−' : '';
  return `${sign}${percent(Math.abs(share))}`;
}

/** µs in the unit that suits: `85 µs`, `1.4 ms`, `2.1 s`. */
export function ms(us: number): string {
  if (us < 1000) return `${digits(us)} µs`;
  return us < 1_000_000 ? `${digits(us / 1000)} ms` : `${digits(us / 1_000_000)} s`;
}

/** A stretch of time: `45 s`, `10 min`, `1.5 h`. */
export function span(lengthMs: number): string {
  if (lengthMs < 120_000) return `${digits(lengthMs / 1000)} s`;
  return lengthMs < 7_200_000 ? `${digits(lengthMs / 60_000)} min` : `${digits(lengthMs / 3_600_000)} h`;
}

/** `3`, `3 to 7`, `3, 9 and 12`, at most three stretches named. */
export function secondsPhrase(seconds: readonly number[]): string {
  const stretches: [number, number][] = [];
  for (const second of seconds) {
    const last = stretches.at(-1);
    if (last && last[1] === second - 1) last[1] = second;
    else stretches.push([second, second]);
  }
  const texts = stretches.slice(0, 3).map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  const rest = stretches.length - texts.length;
  return `${seconds.length === 1 ? 'second' : 'seconds'} ${rest > 0 ? `${texts.join(', ')} and ${rest} more` : listed(texts)}`;
}

/** `a`, `a and b`, `a, b and c`; or with another word before the last. */
export function listed(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;
}
