/** Looks at a JSON text before it is parsed: a byte of it may be a hundred of memory. */
import { mostLevels } from './intake-budget.ts';

/** Facts about a JSON text before it is parsed. They mean nothing where the text is no JSON. */
interface Scanned {
  /** More values and keys than are made: two bytes of text may be a hundred of memory. */
  readonly tooMany: boolean;
  readonly tooDeep: boolean;
  /** The first key that one object holds twice. */
  readonly twice: string | null;
}

/** Walks over the text once, and no further than it takes to refuse it. `keys`: looks for keys given twice, which takes memory for each. */
export function scanJson(text: string, mostValues: number, { keys: looksAtKeys = true } = {}): Scanned {
  const stack: (Set<string> | null)[] = [];
  let values = 0;
  let tooDeep = false;
  let twice: string | null = null;
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      const keys: Set<string> | null | undefined = looksAtKeys && keyNext && twice === null ? stack.at(-1) : null;
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
      if (stack.length >= mostLevels) tooDeep = true;
      else stack.push(looksAtKeys && char === '{' ? new Set() : null);
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

/** Finds the end of the string that begins here; the end of the text where it never ends. */
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
