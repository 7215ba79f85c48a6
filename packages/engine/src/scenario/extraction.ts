/** The plan's `extract`, compiled once: values of a response that later requests of its sequence use. */
import { parseJsonPath, valueAtPath } from '@plimsoll/contracts/json-path';
import type { Extraction } from '@plimsoll/contracts/requests';
import type { CheckedResponse } from './checks.ts';
import { timeBoxedRegex } from './time-boxed-regex.ts';

/** A value goes into every later request, so a longer one is a mistake. */
const maxValueLength = 65_536;

type Source = (response: CheckedResponse) => { readonly value: string } | { readonly missing: string };

export interface ExtractionList {
  /** Puts the values into `into`. Answers one sentence about the first missing value, or null. */
  take(response: CheckedResponse, into: Map<string, string>): string | null;
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
        if ('missing' in found) return `No value for "${name}": ${found.missing}`;
        if (found.value.length > maxValueLength)
          return `The value for "${name}" has ${found.value.length} characters, more than ${maxValueLength}.`;
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

const tooLarge = { missing: 'the body has more than 1 MB.' };

function jsonSource(path: string): Source {
  const steps = parseJsonPath(path) ?? [];
  return (response) => {
    if (!response.wholeBody()) return tooLarge;
    const json = response.json();
    if (json === undefined) return { missing: 'the body is no JSON.' };
    const value = valueAtPath(json, steps);
    if (value === undefined || value === null) return { missing: `${path} is ${value === null ? 'null' : 'missing'}.` };
    return { value: typeof value === 'string' ? value : JSON.stringify(value) };
  };
}

function headerSource(header: string): Source {
  const name = header.toLowerCase();
  return (response) => {
    const value = response.header(name);
    return value === null ? { missing: `the header "${header}" is missing.` } : { value };
  };
}

function regexSource(regex: string, group: number): Source {
  const match = timeBoxedRegex(regex, group);
  return (response) => {
    const body = response.wholeBody();
    if (!body) return tooLarge;
    const found = match(body.toString('utf8'));
    if (found === 'too slow') return { missing: `the regular expression ${regex} took more than 20 ms.` };
    if (found.caught === null) return { missing: `the regular expression ${regex} caught nothing.` };
    // A copy: a caught group would keep the whole body in memory.
    return { value: Buffer.from(found.caught).toString() };
  };
}
