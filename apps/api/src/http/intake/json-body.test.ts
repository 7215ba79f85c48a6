import { mostValues } from '@plimsoll/contracts/intake-budget';
import { scanJson } from '@plimsoll/contracts/scan-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, unkeepableText } from './json-body.ts';

describe('reading JSON strictly', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"x":{"b":1,"c":[{"b":1}],"b":2}}', 'b'],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['[{"a":1},{"k\\"":1,"k\\"":2}]', 'k"'],
  ])('finds the key given twice in %s', (text, key) => {
    expect(scanJson(text, mostValues).twice).toBe(key);
    expect(() => parseJson(text)).toThrow('given twice');
  });

  it.each(['{"__proto__":{}}', '{"a":[{"constructor":1}]}', '{"prototype":1}'])('refuses the key in %s', (text) => {
    expect(() => parseJson(text)).toThrow('cannot be used');
  });

  it.each(['', '{', '{"a":}', 'nope', '{"a":1}x', '\ufeff{}'])('refuses %j with a sentence', (text) => {
    expect(() => parseJson(text)).toThrow('not JSON');
  });

  it('refuses deep nesting', () => {
    expect(() => parseJson('['.repeat(100) + ']'.repeat(100))).toThrow('deeper');
  });

  it('reads back whatever JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        if (/__proto__|constructor|prototype/.test(text)) return;
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('points at text that Postgres cannot keep', () => {
    expect(unkeepableText({ a: ['x', { 'b/c': 'no\u0000' }] })).toBe('/a/1/b~1c');
    expect(unkeepableText({ a: '\ud800' })).toBe('/a');
    expect(unkeepableText({ a: '😀', b: [1, null, true] })).toBeNull();
  });
});
