/** Reads JSON strictly: a key given twice, a key that reaches a prototype, or broken UTF-16 is refused with a sentence. */
import { mostLevels, mostValues } from '@plimsoll/contracts/intake-budget';
import { forbiddenKey } from '@plimsoll/contracts/plan-yaml';
import { scanJson } from '@plimsoll/contracts/scan-json';
import { problemWords } from '@plimsoll/wording/en/problem';
import { ApiError, invalid } from '../api-error.ts';

const refuse = (detail: string) => new ApiError('invalid_json', detail);

/** The value of a JSON text. Throws ApiError `invalid_json`. */
export function parseJson(text: string): unknown {
  const { tooMany, tooDeep, twice } = scanJson(text, mostValues);
  if (tooMany) throw refuse(problemWords.body.manyValues({ most: mostValues }));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const at = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : undefined;
    throw refuse(at === undefined ? problemWords.body.notJsonEnd : problemWords.body.notJsonAt({ at }));
  }
  if (tooDeep) throw refuse(problemWords.body.tooDeep({ most: mostLevels }));
  if (twice !== null) throw refuse(problemWords.body.keyTwice({ key: JSON.stringify(twice) }));
  const forbidden = forbiddenKey(value);
  if (forbidden) throw refuse(problemWords.body.keyForbidden({ key: forbidden }));
  return value;
}

/** Throws ApiError at the first text that cannot be kept. */
export function refuseUnkeepable(value: unknown): void {
  const field = unkeepableText(value);
  if (field !== null) throw invalid(field, problemWords.body.unkeepable);
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
