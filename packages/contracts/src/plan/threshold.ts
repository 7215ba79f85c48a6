/** Thresholds: `p(99) < 250ms`, `error_rate < 1%`, `p(99){login} < 80ms`. Parsed here, evaluated in statistics. */
import { z } from 'zod';
import { type Refusal, refusal, refuse } from '../api/refusal.ts';
import { durationMs } from './duration.ts';

export const thresholdMetrics = [
  'p',
  'mean',
  'max',
  'error_rate',
  'throughput',
  'goodput',
  'dropped',
  'dropped_share',
  'connections_per_second',
  'peak_connections',
  'sent_mbps',
  'received_mbps',
  'target_cpu',
  'service_p',
  'ttfb_p',
  'lateness_p',
] as const;
export type ThresholdMetric = (typeof thresholdMetrics)[number];
export type ThresholdOperator = '<' | '<=' | '>' | '>=';

export interface Threshold {
  readonly expression: string;
  readonly metric: ThresholdMetric;
  /** For `p`, `service_p`, `ttfb_p`, `lateness_p`: the percentile, 0 < p ≤ 100. */
  readonly percentile: number | null;
  /** Name of the one request it is about; null = all. */
  readonly request: string | null;
  readonly operator: ThresholdOperator;
  /** In the metric's unit: µs for times, a fraction for shares and target_cpu (of all cores of the target's machine, mean of the measured seconds), Mbit/s, a count, or per second. */
  readonly limit: number;
}

/** Its last part takes whatever is left, so that no way back is ever looked for. */
const grammar = /^([a-z_]+)\s*(?:\(([^)]*)\))?\s*(?:\{([^{}]*)\})?\s*(<=|>=|<|>|==?|!=)?([\s\S]*)$/;
const shares = new Set<ThresholdMetric>(['error_rate', 'dropped_share', 'target_cpu']);
const timed = new Set<ThresholdMetric>(['p', 'mean', 'max', 'service_p', 'ttfb_p', 'lateness_p']);
/** Lateness and drops happen before it is known which request of a plan goes next. */
const perRequest = new Set<ThresholdMetric>(['p', 'mean', 'max', 'error_rate', 'throughput', 'goodput', 'service_p', 'ttfb_p']);
const known =
  'p(99), mean, max, service_p(99), ttfb_p(99), lateness_p(99), error_rate, throughput, goodput, dropped, dropped_share, connections_per_second, peak_connections, sent_mbps, received_mbps, target_cpu';

/** Parses one expression; answers the threshold, or what is wrong with it. */
export function parseThreshold(expression: string): Threshold | { readonly error: Refusal } {
  const match = grammar.exec(expression.trim());
  if (!match) return { error: refusal('threshold_shape') };
  const [, name = '', inParentheses, braced, operator, rest = ''] = match;
  const argument = inParentheses?.trim();
  const request = braced?.trim() ?? null;
  const metric = thresholdMetrics.find((m) => m === name);
  if (!metric) return { error: refusal('threshold_metric', { name, known }) };
  const left = `${metric}${argument === undefined ? '' : `(${argument})`}${request === null ? '' : `{${request}}`}`;
  if (!operator) {
    const suggestion = withBrackets(expression);
    if (suggestion) return { error: refusal('threshold_brackets', { suggestion }) };
    return { error: refusal('threshold_no_operator', { suggestion: `${left} ${examples[metric] ?? timeExample}` }) };
  }
  if (!['<', '<=', '>', '>='].includes(operator)) return { error: refusal('threshold_operator', { operator }) };
  let percentile: number | null = null;
  if (metric === 'p' || metric.endsWith('_p')) {
    percentile = Number(argument);
    if (argument === undefined || argument === '' || !(percentile > 0 && percentile <= 100))
      return { error: refusal('threshold_percentile', { metric, got: argument ?? '' }) };
  } else if (argument !== undefined) return { error: refusal('threshold_no_argument', { metric }) };
  if (request !== null && !perRequest.has(metric)) return { error: refusal('threshold_all_requests', { metric }) };
  const limit = parseLimit(metric, `${left} ${operator}`, rest.trim());
  if (typeof limit !== 'number') return limit;
  return { expression: expression.trim(), metric, percentile, request, operator: operator as ThresholdOperator, limit };
}

/** A percentile as many tools write it (`p99 < 250`) in the words of this grammar; null where that is not what was meant. */
function withBrackets(expression: string): string | null {
  const match = /^(p|service_p|ttfb_p|lateness_p)(\d+(?:\.\d+)?)\s*(\{[^{}]*\})?\s*(<=|>=|<|>)?([\s\S]*)$/.exec(expression.trim());
  if (!match) return null;
  const [, metric, digits = '', request = '', operator = '<', limit = ''] = match;
  // p999 is the 99.9th.
  const percentile = digits.replace(/^(99)(9+)$/, '$1.$2');
  const suggestion = `${metric}(${percentile})${request} ${operator} ${withUnit(limit.trim())}`;
  return 'error' in parseThreshold(suggestion) ? null : suggestion;
}

const timeExample = '< 250ms';
const examples: Partial<Record<ThresholdMetric, string>> = {
  error_rate: '< 1%',
  target_cpu: '< 80%',
  throughput: '> 1000',
  goodput: '> 1000',
  dropped: '<= 0',
  dropped_share: '< 1%',
  connections_per_second: '< 100',
  peak_connections: '<= 200',
  sent_mbps: '< 800',
  received_mbps: '< 800',
};
const withUnit = (limit: string) => (limit === '' ? '250ms' : /^\d+(\.\d+)?$/.test(limit) ? `${limit}ms` : limit);

/** `before`: the expression up to its limit. */
function parseLimit(metric: ThresholdMetric, before: string, text: string): number | { readonly error: Refusal } {
  if (text === '') return { error: refusal('threshold_no_limit') };
  if (timed.has(metric)) {
    const us = /^(\d+(?:\.\d+)?)(?:us|µs)$/.exec(text);
    if (us) return Number(us[1]);
    try {
      return durationMs(text) * 1000;
    } catch {
      return {
        error: refusal('threshold_time_unit', { suggestion: `${before} ${/^\d+(\.\d+)?$/.test(text) ? `${text}ms` : '250ms'}`, got: text }),
      };
    }
  }
  const isShare = shares.has(metric);
  const plain = isShare ? /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text) : /^(\d+(?:\.\d+)?)\s*(?:\/s|rps)?$/.exec(text);
  if (!plain)
    return {
      error: isShare
        ? refusal('threshold_percentage', { suggestion: `${metric} ${examples[metric] ?? ''}`, got: text })
        : refusal('threshold_number', { got: text }),
    };
  const value = isShare && plain[2] === '%' ? Number(plain[1]) / 100 : Number(plain[1]);
  if (isShare && value > 1) return { error: refusal('threshold_share', { got: text }) };
  return value;
}

/** Is one of them about the target's CPU, which no sample tells? */
export function asksTargetCpu(expressions: readonly string[]): boolean {
  return expressions.map(parseThreshold).some((one) => 'metric' in one && one.metric === 'target_cpu');
}

/** Two thresholds that can never both hold (p(99) < 10ms and p(99) > 20ms), or null. */
export function contradiction(thresholds: readonly Threshold[]): Refusal | null {
  for (const upper of thresholds) {
    if (!upper.operator.startsWith('<')) continue;
    for (const lower of thresholds) {
      if (!lower.operator.startsWith('>')) continue;
      if (lower.metric !== upper.metric || lower.percentile !== upper.percentile || lower.request !== upper.request) continue;
      const open = lower.operator === '>' || upper.operator === '<';
      if (lower.limit > upper.limit || (lower.limit === upper.limit && open))
        return refusal('threshold_contradiction', { first: upper.expression, second: lower.expression });
    }
  }
  return null;
}

export const thresholdSchema = z
  .string()
  .max(200)
  .superRefine((expression, context) => {
    const parsed = parseThreshold(expression);
    if ('error' in parsed) refuse(context, [], parsed.error);
  })
  .meta({
    id: 'Threshold',
    examples: ['p(99) < 250ms', 'error_rate < 1%', 'throughput > 1000', 'p(99){login} < 80ms', 'target_cpu < 80%'],
  });

/** The verdict on one threshold. `value` is in the metric's unit (µs, fraction, per second, Mbit/s, count); null when nothing was measured. */
export const thresholdResultSchema = z.strictObject({
  expression: z.string(),
  value: z.number().nullable(),
  passed: z.boolean(),
});
export type ThresholdResult = z.infer<typeof thresholdResultSchema>;
