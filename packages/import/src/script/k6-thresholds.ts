/** Thresholds of k6 in the words of a plan. */
const time = /^(p\((\d+(?:\.\d+)?)\)|avg|med|max)\s*(<=?|>=?)\s*(\d+(?:\.\d+)?)$/;
const share = /^rate\s*(<=?|>=?)\s*(\d+(?:\.\d+)?)$/;

/** Times of k6 by what stands before their statistic in a plan, and whether a plan has mean and maximum of them as well. */
const times = new Map([
  ['http_req_duration', { before: '', whole: true }],
  ['http_req_waiting', { before: 'ttfb_', whole: false }],
  ['ws_session_duration', { before: '', whole: true }],
  ['ws_ping', { before: 'ping_', whole: true }],
]);
const counts = new Set(['http_reqs', 'iterations', 'ws_sessions']);

/** The plan's threshold; null where it has none for this metric of k6. Times of k6 are in ms. */
export function readK6Threshold(metric: string, expression: string): string | null {
  const text = expression.trim();
  const timed = time.exec(text);
  const named = times.get(metric);
  if (timed && named) {
    const [, which = '', percentile, operator, limit] = timed;
    const at = percentile ?? (which === 'med' ? '50' : null);
    const plain = named.whole ? { avg: 'mean', max: 'max' }[which] : undefined;
    const left = at === null ? plain && `${named.before}${plain}` : `${named.before}p(${at})`;
    return left ? `${left} ${operator} ${limit}ms` : null;
  }
  const rated = share.exec(text);
  if (!rated) return null;
  const [, operator, limit] = rated;
  if (metric === 'http_req_failed') return `error_rate ${operator} ${limit}`;
  return counts.has(metric) ? `throughput ${operator} ${limit}` : null;
}
