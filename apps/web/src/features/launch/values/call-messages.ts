/** Messages of a gRPC call as text: one as JSON; several as a JSON list, or one after another as in JSON lines. */
import { findPlaces, type Place } from './json-places.ts';

export type ReadMessages = { readonly value: unknown } | { readonly broken: Place };

/** Null is an empty text. The schema refuses JSON that is no message. */
export function readMessages(text: string, list: boolean): ReadMessages {
  if (text.trim() === '') return { value: null };
  try {
    const value: unknown = JSON.parse(text);
    return { value: list && !Array.isArray(value) ? [value] : value };
  } catch {
    const { broken, values } = findPlaces(text, list);
    return broken ? { broken } : { value: values.map((one): unknown => JSON.parse(one)) };
  }
}

/** Several are written one in a line, so that many can be seen. */
export function writeMessages(written: object | readonly object[] | null): string {
  if (written === null) return '';
  if (!Array.isArray(written)) return JSON.stringify(written, null, 2);
  return `[\n${written.map((message) => `  ${JSON.stringify(message)}`).join(',\n')}\n]`;
}

/** Is this text one message, and no list of them? */
export function holdsOne(text: string): boolean {
  const read = readMessages(text, false);
  return 'value' in read && !Array.isArray(read.value);
}
