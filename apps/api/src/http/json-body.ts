/** Reads JSON strictly: a key given twice, a key that reaches a prototype, or broken UTF-16 is refused with a sentence. */
import { forbiddenKey } from '@plimsoll/contracts/plan-yaml';
import { problemWord } from '@plimsoll/wording/problem-words';
import { ApiError } from './api-error.ts';

const refuse = (detail: string) => new ApiError('invalid_json', detail);
const maxDepth = 64;

/** The value of a JSON text. Throws ApiError `invalid_json`. */
export function parseJson(text: string): unknown {
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

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
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
