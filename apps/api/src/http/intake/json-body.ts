/** Reads JSON strictly: a key given twice, a key that reaches a prototype, or broken UTF-16 is refused with a sentence. */
import { mostValues } from '@plimsoll/contracts/intake-budget';
import { forbiddenKey } from '@plimsoll/contracts/plan-yaml';
import { problemWord } from '@plimsoll/wording/problem-words';
import { ApiError, invalid } from '../api-error.ts';

const refuse = (detail: string) => new ApiError('invalid_json', detail);
const maxDepth = 64;

/** The value of a JSON text. Throws ApiError `invalid_json`. */
export function parseJson(text: string): unknown {
  const { tooMany, tooDeep, twice } = scanJson(text);
  if (tooMany) throw refuse(problemWord('problem.body.manyValues', { most: mostValues }));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const at = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : undefined;
    throw refuse(at === undefined ? problemWord('problem.body.notJsonEnd') : problemWord('problem.body.notJsonAt', { at }));
  }
  if (tooDeep) throw refuse(problemWord('problem.body.tooDeep', { most: maxDepth }));
  if (twice !== null) throw refuse(problemWord('problem.body.keyTwice', { key: JSON.stringify(twice) }));
  const forbidden = forbiddenKey(value);
  if (forbidden) throw refuse(problemWord('problem.body.keyForbidden', { key: forbidden }));
  return value;
}

/** What is told of a JSON text before it is parsed. Of a text that is no JSON it may be anything. */
interface Scanned {
  /** More values and keys than are made: two bytes of text may be a hundred of memory. */
  readonly tooMany: boolean;
  readonly tooDeep: boolean;
  /** The first key that one object holds twice. */
  readonly twice: string | null;
}

/** Walks over the text once, and no further than it takes to refuse it. */
export function scanJson(text: string): Scanned {
  const stack: (Set<string> | null)[] = [];
  let values = 0;
  let tooDeep = false;
  let twice: string | null = null;
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      const keys: Set<string> | null | undefined = keyNext && twice === null ? stack.at(-1) : null;
      if (keys) {
        const key = readKey(text.slice(at, end));
        if (keys.has(key)) twice = key;
        keys.add(key);
      }
      keyNext = false;
      at = end - 1;
      continue;
    }
    if (char === ':') values += 1;
    else if (char === ',') {
      values += 1;
      keyNext = stack.at(-1) instanceof Set;
    } else if (char === '{' || char === '[') {
      values += 1;
      if (stack.length >= maxDepth) tooDeep = true;
      else stack.push(char === '{' ? new Set() : null);
      keyNext = char === '{';
    } else if (char === '}' || char === ']') {
      stack.pop();
      keyNext = false;
    }
    if (values > mostValues) return { tooMany: true, tooDeep, twice };
  }
  return { tooMany: false, tooDeep, twice };
}

/** A key as it is written, quotes and escapes with it. One that is no JSON is refused when all of it is parsed. */
function readKey(written: string): string {
  if (!written.includes('\\')) return written.slice(1, -1);
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}

/** Where the string that begins here is over; the end of the text where it is never. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** Throws ApiError at the first text that cannot be kept. */
export function refuseUnkeepable(value: unknown): void {
  const field = unkeepableText(value);
  if (field !== null) throw invalid(field, problemWord('problem.body.unkeepable'));
}

/** Pointer of the first text that cannot be kept (NUL, half a surrogate pair), else null. */
export function unkeepableText(value: unknown, pointer = ''): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? pointer : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    const part = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key.includes('\u0000') || !key.isWellFormed()) return pointer;
    const found = unkeepableText(inner, part);
    if (found !== null) return found;
  }
  return null;
}
