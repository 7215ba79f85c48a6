import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeBoxedRegex } from './time-boxed-regex.ts';

const filler = 'x'.repeat(200_000);

describe('a time-boxed regular expression', () => {
  test.each([
    ['"token":"([^"]*)"', 1, 'a {"token":"abc"} b', 'abc'],
    ['a(b)?c', 1, 'ac', null],
    ['\\.(\\d{2,3})$', 1, `${filler}.123`, '123'],
    ['(?<year>\\d{4})-(\\d\\d)', 2, 'on 2024-05-06', '05'],
    ['(ab)+c', 0, 'xababc', 'ababc'],
    ['(a)\\1', 0, 'baab', 'aa'],
    ['x(?=y)', 0, 'xxy', 'x'],
    ['^a|b$', 0, 'cb', 'b'],
    ['nothing', 0, filler, null],
  ])('%s catches group %d as JavaScript does', (source, group, text, caught) => {
    expect(timeBoxedRegex(source, group)(text)).toEqual({ caught });
    expect(new RegExp(source).exec(text)?.[group] ?? null).toBe(caught);
  });

  const runaways: [string, string][] = [
    ['(a+)+$', `${'a'.repeat(40)}b`],
    ['(?:a|aa)+$', `${'a'.repeat(60)}b`],
    ['(?=(a+)+$)', `${'a'.repeat(40)}b`],
    ['a+b', 'a'.repeat(1_000_000)],
    ['<a*b*c*d*e*f>', `<${'abcde'.repeat(2000)}<${'a'.repeat(5000)}`],
    [`${'a?'.repeat(30)}${'a'.repeat(30)}b`, 'a'.repeat(30)],
    ['(?:|){99}b', ''],
    ['.*.*.*=x', 'y'.repeat(5000)],
    [`${'a'.repeat(400)}b`, 'a'.repeat(1_000_000)],
  ];
  test.each(runaways)('%s does not block the thread', (source, text) => {
    const match = timeBoxedRegex(source, 0);
    const before = process.threadCpuUsage();
    const found = match(text);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(100);
    if (found !== 'too slow') expect(found.caught).toBeNull();
  });

  test('any pattern of these pieces catches what JavaScript does, and takes no longer than its time limit', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '\\w',
      '(a)',
      '(?:b)',
      '(a|b)',
      '^',
      '$',
      'a*',
      'b+',
      '.?',
      'a{1,3}',
      '[^a]*?',
      '(a+)',
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 300 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const before = process.threadCpuUsage();
        const found = timeBoxedRegex(source, 0)(subject);
        expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(100);
        if (found !== 'too slow') expect(found.caught).toBe(new RegExp(source).exec(subject)?.[0] ?? null);
      }),
    );
  });
});
