import { Writable } from 'node:stream';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { expect, test } from 'vitest';
import { printComparison } from './print-comparison.ts';
import { openScreen, widthOf } from './screen.ts';

const comparability = {
  grade: 'not_like_with_like',
  differences: [{ field: 'load.rate', kind: 'plan', base: '400', candidate: '800' }],
  code: { settings: ['load.rate'], places: [], placesKnown: false, unlikeTimes: false, isImported: false },
  sentence: 'Not comparable: rate differs.',
};

const interval = { low: 0.2, high: 0.9 };
const delta = {
  metric: 'p99',
  verdict: 'worse',
  base: 1000,
  candidate: 1500,
  delta: 500,
  deltaRelative: 0.5,
  interval,
  reason: '',
  code: null,
};

function printed(sentence: string, chosen: boolean, columns = 80, metrics: readonly object[] = [delta]): string[] {
  const written: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    written.push(String(chunk));
    done();
  };
  const stream = () => Object.assign(new Writable({ write }), { columns });
  const result = { candidates: [{ comparability, metrics, code: { chosen } }], sentence } as unknown as ComparisonResult;
  const made = { kind: 'comparison', name: 'a', result, power: null, of: 'services', runs: [], link: null, file: async () => '' } as const;
  printComparison(openScreen({ out: stream(), err: stream(), env: {} }), made);
  return written.join('').replaceAll('\u00a0', ' ').split('\n');
}

test('runs that cannot be compared are told so once, with both values of what differs', () => {
  const lines = printed('Not comparable: different load.', false);
  expect(lines.slice(0, 3)).toEqual([
    'a: Not comparable: different load.',
    'The machine that made the load is not known for both.',
    expect.stringMatching(/^ {2}\S.*: 400\S* → 800/),
  ]);
  expect(lines.join(' ').match(/Not comparable/g)).toHaveLength(1);
  expect(lines.join(' ')).toMatch(/p99 .*\+50\.0 %.* –/);
  expect(lines.join(' ')).not.toContain('Worse');
});

test('a verdict on what an experiment chose stands above what makes it doubtful', () => {
  expect(printed('Slower: p99 +50 %.', true).slice(0, 2)).toEqual(['a: Slower: p99 +50 %.', 'Not comparable: rate differs.']);
  expect(printed('Slower: p99 +50 %.', true).join(' ')).toMatch(/p99 .*Worse/);
});

test('each figure of a wide comparison stands whole in a narrow terminal', () => {
  const wide = (metric: string, base: number) => ({ ...delta, metric, base, candidate: base * 1.5, verdict: 'no_difference' });
  const metrics = [wide('p99', 2_841_000), { ...wide('firstMessageTime.p95', 5_075_000), interval: { low: -0.995, high: 4 } }];
  for (const columns of [80, 60, 40]) {
    const lines = printed('Slower: p99 +50 %.', true, columns, metrics);
    expect(Math.max(...lines.map(widthOf)), `${columns}\n${lines.join('\n')}`).toBeLessThanOrEqual(columns);
    const text = lines.join(' ');
    for (const figure of ['2.84 s', '7.61 s', '+50.0 %', '−99.5 % … 5 ×', 'No difference']) expect(text).toContain(figure);
  }
});
