/**
 * Thresholds: `p(99) < 250ms`, `error_rate < 1%`, `p(99){login} < 80ms`, `ttft p(95) < 500ms`. Parsed here, evaluated in statistics.
 */
import { z } from 'zod';
import { markPublic } from '../api/public.ts';
import { type Refusal, refusal, refuse } from '../api/refusal.ts';
import { findWritten, type WrittenFigure, writeFigure } from '../figure/written-figure.ts';
import { durationMs } from '../request/duration.ts';
import { type Streaming, streamKinds } from '../request/streaming.ts';

export type ThresholdOperator = '<' | '<=' | '>' | '>=';

export interface Threshold extends WrittenFigure {
  readonly expression: string;
  /** 0 < p ≤ 100, of the statistic `p`. */
  readonly percentile: number | null;
  /** Name of the one request it is about; null = all. */
  readonly request: string | null;
  readonly operator: ThresholdOperator;
  /** In the metric's unit: µs for times, a fraction for shares and target_cpu (of all cores of the target's machine, mean of the measured seconds), bytes, cores, Mbit/s, a count, or per second. */
  readonly limit: number;
}

/** Its last part takes whatever is left, so that no way back is ever looked for. */
const grammar = /^([a-z_]+)\s*(?:\(([^)]*)\))?\s*(?:\{([^{}]*)\})?\s*(<=|>=|<|>|==?|!=)?([\s\S]*)$/;
/** `first_message p(99)` is the metric `first_message_p(99)`. */
const spaced = /^([a-z_]+?)\s+(p|mean|max)(?![a-z_])/;

/** `p99 < …`, as many tools write it. */
const unbracketed = /^([a-z_]*p)(\d+(?:\.\d+)?)(?=\s*(?:\{[^{}]*\})?\s*[<>])/;
/** With commas in its number, or a space before its unit. */
const writtenLimit = /([<>]=?\s*)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*(\D*)$/;
/** p999 is the 99.9th. */
const asPercentile = (digits: string) => digits.replace(/^(99)(9+)$/, '$1.$2');

/** Writes a person's threshold as this grammar does: `p99 < 1,000 ms` is `p(99) < 1000ms`. A wrong one stays wrong. */
function settleWriting(written: string): string {
  const text = written
    .trim()
    .replace(writtenLimit, (_, before, whole, rest = '', unit) => `${before}${whole.replaceAll(',', '')}${rest}${unit}`);
  const joined = text.replace(spaced, '$1_$2');
  const settled = joined.replace(unbracketed, (_, name, digits) => `${name}(${asPercentile(digits)})`);
  return settled === joined ? text : settled;
}

/** Parses one expression; answers the threshold, or what is wrong with it. */
export function parseThreshold(asWritten: string): Threshold | { readonly error: Refusal } {
  const expression = settleWriting(asWritten);
  const match = grammar.exec(expression.replace(spaced, '$1_$2'));
  if (!match) return { error: refusal('threshold_shape') };
  const [, name = '', inParentheses, braced, operator, rest = ''] = match;
  const argument = inParentheses?.trim();
  const request = braced?.trim() ?? null;
  const written = findWritten(name, rest);
  if (!written) {
    const suggestion = withStatistic(name, operator, rest);
    return {
      error: suggestion ? refusal('threshold_figure', { name, suggestion }) : refusal('threshold_metric', { name }),
    };
  }
  const { name: metric, statistic, perRequest, example } = written;
  const left = `${writeFigure(written, argument ?? null)}${request === null ? '' : `{${request}}`}`;
  if (!operator) {
    const suggestion = withBrackets(expression);
    if (suggestion) return { error: refusal('threshold_brackets', { suggestion }) };
    return { error: refusal('threshold_no_operator', { suggestion: `${left} ${example}` }) };
  }
  if (!['<', '<=', '>', '>='].includes(operator)) return { error: refusal('threshold_operator', { operator }) };
  let percentile: number | null = null;
  if (statistic === 'p') {
    percentile = Number(argument);
    if (argument === undefined || argument === '' || !(percentile > 0 && percentile <= 100))
      return { error: refusal('threshold_percentile', { metric, got: argument ?? '' }) };
  } else if (argument !== undefined) return { error: refusal('threshold_no_argument', { metric }) };
  if (request !== null && !perRequest) return { error: refusal('threshold_all_requests', { metric }) };
  const limit = parseLimit(written, `${left} ${operator}`, rest.trim());
  if (typeof limit !== 'number') return limit;
  return { ...written, expression, percentile, request, operator: operator as ThresholdOperator, limit };
}

/** A share from which on a bare number may be meant as per cent: nobody writes `error_rate < 1` for "anything but every one". */
const leastUnclear = 0.1;

/** The two ways in which a share without its unit can be meant, as per cent and as a fraction; null where it is clear. */
export function unclearShare(written: string): { readonly percent: string; readonly fraction: string } | null {
  const threshold = parseThreshold(written);
  if ('error' in threshold || threshold.unit !== 'share' || threshold.limit < leastUnclear) return null;
  const bare = /(\d+(?:\.\d+)?)$/.exec(threshold.expression)?.[1];
  if (bare === undefined) return null;
  const before = threshold.expression.slice(0, -bare.length);
  return { percent: `${before}${bare}%`, fraction: `${before}${Number((threshold.limit * 100).toFixed(6))}%` };
}

/** A percentile as many tools write it (`p99 < 250`) in the words of this grammar; null where that is not what was meant. */
function withBrackets(expression: string): string | null {
  const match = /^([a-z_]*p)(\d+(?:\.\d+)?)\s*(\{[^{}]*\})?\s*(<=|>=|<|>)?([\s\S]*)$/.exec(expression.trim().replace(spaced, '$1_$2'));
  const [, name, digits = '', request = '', operator = '<', limit = ''] = match ?? [];
  const written = findWritten(name ?? '');
  if (!written) return null;
  return readable(`${writeFigure(written, asPercentile(digits))}${request} ${operator} ${withUnit(limit.trim())}`);
}

/** `message_gap < 50ms` without saying which figure of it. */
function withStatistic(name: string, operator = '<', limit = ''): string | null {
  const written = findWritten(`${name}_p`);
  return written ? readable(`${writeFigure(written, 99)} ${operator} ${withUnit(limit.trim())}`) : null;
}

function readable(suggestion: string): string | null {
  return 'error' in parseThreshold(suggestion) ? null : suggestion;
}

const withUnit = (limit: string) => (limit === '' ? '250ms' : /^\d+(\.\d+)?$/.test(limit) ? `${limit}ms` : limit);

/** `before`: the expression up to its limit. */
function parseLimit({ name, unit, example }: WrittenFigure, before: string, text: string): number | { readonly error: Refusal } {
  if (text === '') return { error: refusal('threshold_no_limit') };
  if (unit === 'us') {
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
  if (unit === 'bytes') {
    const bytes = parseBytes(text);
    return bytes ?? { error: refusal('threshold_bytes', { suggestion: `${name} ${example}`, got: text }) };
  }
  const isShare = unit === 'share';
  const plain = isShare ? /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text) : /^(\d+(?:\.\d+)?)\s*(?:\/s|rps)?$/.exec(text);
  if (!plain)
    return {
      error: isShare
        ? refusal('threshold_percentage', { suggestion: `${name} ${example}`, got: text })
        : refusal('threshold_number', { got: text }),
    };
  const value = isShare && plain[2] === '%' ? Number(plain[1]) / 100 : Number(plain[1]);
  if (isShare && value > 1) return { error: refusal('threshold_share', { got: text }) };
  return value;
}

const byteScales = { '': 1, k: 1e3, m: 1e6, g: 1e9, ki: 1024, mi: 1024 ** 2, gi: 1024 ** 3 } as const;

/** `512MB`, `1.5 GiB`, `800000`; null where it is no amount of memory. */
function parseBytes(text: string): number | null {
  const [, figure, prefix = ''] = /^(\d+(?:\.\d+)?)\s*(?:([kmg]i?)?b)?$/i.exec(text) ?? [];
  return figure === undefined ? null : Number(figure) * byteScales[prefix.toLowerCase() as keyof typeof byteScales];
}

/** Is one of them about the target's own resources, which no sample tells? */
export function asksTarget(expressions: readonly string[]): boolean {
  return expressions.map(parseThreshold).some((one) => 'needs' in one && one.needs === 'target');
}

/** About its CPU? */
export function asksTargetCpu(expressions: readonly string[]): boolean {
  return expressions.map(parseThreshold).some((one) => 'figure' in one && one.figure === 'cpu');
}

/** Two thresholds that can never both hold (p(99) < 10ms and p(99) > 20ms), or null. */
export function contradiction(thresholds: readonly Threshold[]): Refusal | null {
  for (const upper of thresholds) {
    if (!upper.operator.startsWith('<')) continue;
    for (const lower of thresholds) {
      if (!lower.operator.startsWith('>')) continue;
      if (
        lower.figure !== upper.figure ||
        lower.statistic !== upper.statistic ||
        lower.percentile !== upper.percentile ||
        lower.request !== upper.request
      )
        continue;
      const open = lower.operator === '>' || upper.operator === '<';
      if (lower.limit > upper.limit || (lower.limit === upper.limit && open))
        return refusal('threshold_contradiction', { first: upper.expression, second: lower.expression });
    }
  }
  return null;
}

/** Short of its limit now, can it hold at the end? A count only grows, and so does the most of an amount. */
export function canStillHold({ unit, operator }: Threshold): boolean {
  return ['count', 'bytes'].includes(unit) && operator.startsWith('>');
}

/** Refuses a threshold on a thing that a plan does not have: a request, messages of streams, tokens. Else null, also where it cannot be read. */
export function foreignThreshold(
  expression: string,
  plan: { readonly target: Streaming | null; readonly requests: readonly (Streaming & { readonly name: string })[] | null },
): Refusal | null {
  const threshold = parseThreshold(expression);
  if ('error' in threshold) return null;
  const { percentile, request, needs } = threshold;
  if (request !== null && !plan.requests?.some(({ name }) => name === request)) return refusal('no_such_request', { name: request });
  const { messages, tokens } = streamKinds(plan);
  const metric = writeFigure(threshold, percentile);
  if (needs === 'messages' && !messages) return refusal('threshold_streams_only', { metric });
  if (needs === 'tokens' && !tokens) return refusal('threshold_tokens_only', { metric });
  return null;
}

export const thresholdSchema = z
  .string()
  .max(200)
  .superRefine((expression, context) => {
    const parsed = parseThreshold(expression);
    if ('error' in parsed) refuse(context, [], parsed.error);
  })
  .overwrite(settleWriting)
  .meta({
    id: 'Threshold',
    examples: [
      'p(99) < 250ms',
      'error_rate < 1%',
      'throughput > 1000',
      'p(99){login} < 80ms',
      'target_cpu < 80%',
      'target_memory < 512MB',
      'first_message p(99) < 50ms',
      'ttft p(95) < 500ms',
      'goodput > 95%',
      'messages > 10000',
    ],
  });

/** The verdict on one threshold. `value` is in the metric's unit (µs, fraction, per second, Mbit/s, count); null when nothing was measured. */
export const thresholdResultSchema = z.strictObject({
  expression: markPublic(z.string(), 'text'),
  value: markPublic(z.number().nullable()),
  passed: markPublic(z.boolean()),
});
export type ThresholdResult = z.infer<typeof thresholdResultSchema>;
