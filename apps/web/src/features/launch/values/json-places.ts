/** Where values stand in a text of JSON: for what is said of a value by its JSON pointer. A browser's own parser does not tell. */
import { pointerPart } from './rows.ts';

export interface Place {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export interface JsonPlaces {
  /** The place of each value by its pointer, of a member where its name begins. Several values, one after another, are `/0`, `/1`, … */
  readonly places: ReadonlyMap<string, Place>;
  /** Several values, one after another, as they are written; empty for a list and for a single value. */
  readonly values: readonly string[];
  /** Where the text stops being JSON; null if it does not. */
  readonly broken: Place | null;
}

const deepest = 500;
const blank = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has them as escapes only
const text = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

class Broken extends Error {}

/** `several`: values may follow each other, as in JSON lines; one list then is its elements. */
export function findPlaces(source: string, several: boolean): JsonPlaces {
  const offsets = new Map<string, number>();
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const next = () => {
    skip(blank);
    return source[at];
  };
  const need = (sign: string) => {
    if (next() !== sign) throw new Broken();
    at++;
  };
  const list = (end: string, element: (index: number) => void) => {
    at++;
    if (next() === end) return void at++;
    for (let index = 0; ; index++) {
      element(index);
      if (next() === end) return void at++;
      need(',');
    }
  };
  const value = (pointer: string, depth: number, from?: number): void => {
    const sign = next();
    offsets.set(pointer, from ?? at);
    if (depth > deepest) throw new Broken();
    if (sign === '[') list(']', (index) => value(`${pointer}/${index}`, depth + 1));
    else if (sign === '{') list('}', () => member(pointer, depth + 1));
    else if (skip(sign === '"' ? text : word) === '') throw new Broken();
  };
  const member = (pointer: string, depth: number) => {
    next();
    const from = at;
    const name = skip(text);
    if (name === '') throw new Broken();
    need(':');
    value(`${pointer}/${pointerPart(JSON.parse(name) as string)}`, depth, from);
  };
  const values: string[] = [];
  try {
    if (several && next() !== '[')
      for (let index = 0; next() !== undefined; index++) {
        const from = at;
        value(`/${index}`, 0);
        values.push(source.slice(from, at));
      }
    else value('', 0);
    if (next() !== undefined) throw new Broken();
    return { places: placesOf(source, offsets), values, broken: null };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { places: new Map(), values: [], broken: placesOf(source, new Map([['', at]])).get('') ?? null };
  }
}

/** Offsets grow as they were found, but for a member's value, which stands behind its name: lines are counted once. */
function placesOf(source: string, offsets: ReadonlyMap<string, number>): Map<string, Place> {
  const places = new Map<string, Place>();
  let [line, start, counted] = [1, 0, 0];
  for (const [pointer, offset] of offsets) {
    for (; counted < offset; counted++)
      if (source[counted] === '\n') {
        line++;
        start = counted + 1;
      }
    places.set(pointer, { line, column: offset - start + 1 });
  }
  return places;
}
