import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsOne, readMessages, writeMessages } from './call-messages.ts';
import { findPlaces } from './json-places.ts';

const placeOf = (text: string, pointer: string, several = false) => {
  const place = findPlaces(text, several).places.get(pointer);
  return place && `${place.line}:${place.column}`;
};

describe('places of values in JSON', () => {
  it('are lines and columns from 1, of a member where its name begins', () => {
    const text = '{\n  "a": [1,\n    {"b/c": "x"}],\n  "d": {}\n}';
    expect([placeOf(text, ''), placeOf(text, '/a'), placeOf(text, '/a/0')]).toEqual(['1:1', '2:3', '2:9']);
    expect([placeOf(text, '/a/1'), placeOf(text, '/a/1/b~1c'), placeOf(text, '/d')]).toEqual(['3:5', '3:6', '4:3']);
  });

  it('are found in lines of JSON as in a list', () => {
    expect(placeOf('{"a":1}\n{"a":2}', '/1/a', true)).toBe('2:2');
    expect(placeOf('[{"a":1},\n {"a":2}]', '/1/a', true)).toBe('2:3');
  });

  it('are told of whatever the browser reads, and of nothing else', () => {
    const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom(0, 2)).map(([value, indent]) => JSON.stringify(value, null, indent));
    const broken = fc.tuple(spaced, fc.nat(), fc.constantFrom('', '"', '{', ',', '\n', 'x')).map(([text, at, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + 1);
    });
    fc.assert(
      fc.property(fc.oneof(spaced, broken, fc.string()), (text) => {
        let reads = true;
        try {
          JSON.parse(text);
        } catch {
          reads = false;
        }
        expect(findPlaces(text, false).broken === null).toBe(reads);
      }),
      { numRuns: 500 },
    );
  });

  it('end where the text stops being JSON', () => {
    expect(findPlaces('{\n "a": 1,\n}', false).broken).toEqual({ line: 3, column: 1 });
    expect(findPlaces('{"a": 1} x', false).broken).toEqual({ line: 1, column: 10 });
    expect(findPlaces('['.repeat(100_000), false).broken).not.toBeNull();
  });
});

describe('messages as text', () => {
  it('are read as they were written', () => {
    const message = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(message, fc.array(message, { minLength: 1 })), (written) => {
        const plain: unknown = JSON.parse(JSON.stringify(written));
        expect(readMessages(writeMessages(written), Array.isArray(written))).toEqual({ value: plain });
      }),
    );
  });

  it('may stand one after another, in one line or many', () => {
    expect(readMessages('{"a":1}\n\n{\n"a":2} {"a":3}\n', true)).toEqual({ value: [{ a: 1 }, { a: 2 }, { a: 3 }] });
    expect(readMessages('{"a":1}', true)).toEqual({ value: [{ a: 1 }] });
    expect(readMessages(' \n', true)).toEqual({ value: null });
    expect(readMessages('{"a":1}\n{', true)).toEqual({ broken: { line: 2, column: 2 } });
  });

  it('are one message or several', () => {
    expect(['{}', '[{}]', '{}\n{}', '{'].map(holdsOne)).toEqual([true, false, false, false]);
  });
});
