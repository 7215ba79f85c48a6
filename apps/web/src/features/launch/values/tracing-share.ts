/** The share of requests that carry a trace, as it is typed: percent. It stays among the fields that the form keeps as they are, since few plans have it. */
import type { Extra, FormValues } from './form-values.ts';

type Tracing = Extra['plan'][string];

/** Undefined where nothing is typed; a text that is no number stays as it is, and is refused at its place. */
export function readShare(typed: string): Tracing {
  const text = typed.replace(/[\s%]/g, '').replace(',', '.');
  if (text === '') return undefined;
  const percent = Number(text);
  return { sample: Number.isNaN(percent) ? text : Number((percent / 100).toPrecision(12)) };
}

export function writeShare(tracing: Tracing): string {
  const { sample } = (tracing ?? {}) as { readonly sample?: unknown };
  return typeof sample === 'number' ? String(Number((sample * 100).toPrecision(12))) : String(sample ?? '');
}

/** The form with this share typed. */
export function withShare({ extra }: Pick<FormValues, 'extra'>, typed: string): Pick<FormValues, 'extra'> {
  const { tracing: _, ...plan } = extra.plan;
  const tracing = readShare(typed);
  return { extra: { ...extra, plan: tracing === undefined ? plan : { ...plan, tracing } } };
}
