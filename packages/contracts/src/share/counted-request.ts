/** The name of a request where a share hides it: a number, which readers are told in their own language. */
import type { Hideable } from './share.ts';

/** Names of requests often are paths: they are hidden with either. */
export function countsRequests(hide: readonly Hideable[]): boolean {
  return hide.includes('path') || hide.includes('name');
}

/** No name of a request holds such brackets, and hardly a sentence does. */
const counted = /⦗(\d+|\?)⦘/g;

/** `?`: it is no request of the plans that are shared. */
export function countedRequest(number: number | '?'): string {
  return `⦗${number}⦘`;
}

/** The value with each such name said, in all of its texts, how deep ever. */
export function sayCounted<Value>(value: Value, say: (number: string) => string): Value {
  const said = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replace(counted, (_name, number: string) => say(number));
    if (Array.isArray(one)) return one.map(said);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, said(inner)]));
  };
  return said(value) as Value;
}
