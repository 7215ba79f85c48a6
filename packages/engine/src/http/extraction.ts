/** The plan's `extract`, compiled once: values of a response that later requests of its sequence use. */
import { parseJsonPath, valueAtPath } from '@plimsoll/contracts/json-path';
import type { Extraction } from '@plimsoll/contracts/requests';
import type { CheckFailure, MissingValue } from '@plimsoll/wording/request-failure-sentence';
import type { CheckedResponse } from './response-checks.ts';
import { regexTimeoutMs, timeBoxedRegex } from './time-boxed-regex.ts';

/** A value goes into every later request, so a longer one is a mistake. */
const maxValueLength = 65_536;

type Source = (response: CheckedResponse) => { readonly value: string } | { readonly missing: MissingValue };

export interface ExtractionList {
  /** Puts the values into `into`. Answers why the first missing value is missing, or null. */
  take(response: CheckedResponse, into: Map<string, string>): CheckFailure | null;
  readonly readsHeaders: boolean;
  readonly readsBody: boolean;
  readonly isEmpty: boolean;
}

export function compileExtractions(extract: Readonly<Record<string, Extraction>>): ExtractionList {
  const all = Object.values(extract);
  const sources = Object.entries(extract).map(([name, extraction]) => ({ name, source: createSource(extraction) }));
  const readsHeaders = all.some((extraction) => typeof extraction !== 'string' && 'header' in extraction);
  return {
    isEmpty: sources.length === 0,
    readsHeaders,
    readsBody: all.some((extraction) => typeof extraction === 'string' || 'regex' in extraction),
    take(response, into) {
      for (const { name, source } of sources) {
        const found = source(response);
        if ('missing' in found) return { kind: 'noValue', name, reason: found.missing };
        if (found.value.length > maxValueLength) return { kind: 'valueTooLong', name, got: found.value.length, limit: maxValueLength };
        into.set(name, found.value);
      }
      return null;
    },
  };
}

function createSource(extraction: Extraction): Source {
  if (typeof extraction === 'string') return jsonSource(extraction);
  return 'header' in extraction ? headerSource(extraction.header) : regexSource(extraction.regex, extraction.group);
}

function bodyMissing({ outOfRoom, undecoded }: CheckedResponse): { readonly missing: MissingValue } {
  return { missing: undecoded ?? { kind: outOfRoom ? 'noRoomForBody' : 'bodyNotKept' } };
}

function jsonSource(path: string): Source {
  const steps = parseJsonPath(path) ?? [];
  return (response) => {
    if (!response.wholeBody()) return bodyMissing(response);
    const json = response.json();
    if (json === undefined) return { missing: { kind: 'bodyNoJson' } };
    const value = valueAtPath(json, steps);
    if (value === undefined || value === null) return { missing: { kind: value === null ? 'pathNull' : 'pathMissing', path } };
    return { value: typeof value === 'string' ? value : JSON.stringify(value) };
  };
}

function headerSource(header: string): Source {
  const name = header.toLowerCase();
  return (response) => {
    const value = response.header(name);
    return value === null ? { missing: { kind: 'headerMissing', name: header } } : { value };
  };
}

function regexSource(regex: string, group: number): Source {
  const match = timeBoxedRegex(regex, group);
  return (response) => {
    const body = response.wholeBody();
    if (!body) return bodyMissing(response);
    const found = match(body.toString('utf8'));
    if (found === 'too slow') return { missing: { kind: 'regexTooSlow', regex, limit: regexTimeoutMs } };
    if (found.caught === null) return { missing: { kind: 'regexCaughtNothing', regex } };
    // A copy: a caught group would keep the whole body in memory.
    return { value: Buffer.from(found.caught).toString() };
  };
}
