/** Reads JSON strictly: a key given twice, a key that reaches a prototype, or broken UTF-16 is refused with a sentence. */
import { mostValues } from '@plimsoll/contracts/intake-budget';
import { forbiddenKey } from '@plimsoll/contracts/plan-yaml';
import { problemWord } from '@plimsoll/wording/problem-words';
import { ApiError, invalid } from './api-error.ts';

const refuse = (detail: string) => new ApiError('invalid_json', detail);
const maxDepth = 64;

/** The value of a JSON text. Throws ApiError `invalid_json`. */
export function parseJson(text: string): unknown {
  if (holdsTooMuch(text)) throw refuse(problemWord('problem.body.manyValues', { most: mostValues }));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const at = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : undefined;
    throw refuse(at === undefined ? problemWord('problem.body.notJsonEnd') : problemWord('problem.body.notJsonAt', { at }));
  }
  const twice = duplicateKey(text);
  if (twice !== null) throw refuse(problemWord('problem.body.keyTwice', { key: JSON.stringify(twice) }));
  const forbidden = forbiddenKey(value);
  if (forbidden) throw refuse(problemWord('problem.body.keyForbidden', { key: forbidden }));
  return value;
}

/** The first key that one object of this valid JSON text holds twice, else null. Throws where it nests too deep. */
export function duplicateKey(text: string): string | null {
  const stack: (Set<string> | null)[] = [];
  let at = 0;
  let keyNext = false;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      const keys = stack.at(-1);
      if (keyNext && keys) {
        const key = JSON.parse(text.slice(at, end)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
        keyNext = false;
      }
      at = end;
      continue;
    }
    if (char === '{' || char === '[') {
      if (stack.length >= maxDepth) throw refuse(problemWord('problem.body.tooDeep', { most: maxDepth }));
      stack.push(char === '{' ? new Set() : null);
      keyNext = char === '{';
    } else if (char === '}' || char === ']') {
      stack.pop();
      keyNext = false;
    } else if (char === ',') keyNext = stack.at(-1) instanceof Set;
    at++;
  }
  return null;
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

/** Values and keys are counted before they are made: two bytes of text may be a hundred of memory. */
function holdsTooMuch(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === ',' || char === ':' || char === '[' || char === '{') values += 1;
    if (values > mostValues) return true;
  }
  return false;
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
