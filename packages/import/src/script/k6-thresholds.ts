/** Thresholds of k6 in the words of a plan. */
const time = /^(p\((\d+(?:\.\d+)?)\)|avg|med|max)\s*(<=?|>=?)\s*(\d+(?:\.\d+)?)$/;
const share = /^rate\s*(<=?|>=?)\s*(\d+(?:\.\d+)?)$/;

/** The plan's threshold; null where it has none for this metric of k6. Times of k6 are in ms. */
export function readK6Threshold(metric: string, expression: string): string | null {
  const text = expression.trim();
  const timed = time.exec(text);
  if (timed && (metric === 'http_req_duration' || metric === 'http_req_waiting')) {
    const [, which = '', percentile, operator, limit] = timed;
    const at = percentile ?? (which === 'med' ? '50' : null);
    const plain = metric === 'http_req_duration' ? { avg: 'mean', max: 'max' }[which] : undefined;
    const left = at === null ? plain : `${metric === 'http_req_duration' ? 'p' : 'ttfb_p'}(${at})`;
    return left ? `${left} ${operator} ${limit}ms` : null;
  }
  const rated = share.exec(text);
  if (!rated) return null;
  const [, operator, limit] = rated;
  if (metric === 'http_req_failed') return `error_rate ${operator} ${limit}`;
  return metric === 'http_reqs' || metric === 'iterations' ? `throughput ${operator} ${limit}` : null;
}
