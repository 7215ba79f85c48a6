import { expect, test } from 'vitest';
import { readNumber, readRate } from './typed-figure.ts';

test.each([
  ['1000', 1000],
  ['-3.5', -3.5],
  ['.5', 0.5],
  ['1e3', 1000],
  [' 1 000 ', 1000],
  ['1\u202f000\u00a0000', 1_000_000],
  ["1'000", 1000],
  ['1_000', 1000],
  ['1 000,5', 1000.5],
  // A comma before three digits groups, and a point is one.
  ['1,000', 1000],
  ['12,345,678.5', 12_345_678.5],
  ['1.000', 1],
  ['1.000.000', 1_000_000],
  ['1.000,5', 1000.5],
  ['10,5', 10.5],
  ['10,25', 10.25],
  ['0,250', 0.25],
])('%j is the number %s', (typed, number) => {
  expect(readNumber(typed)).toBe(number);
});

test.each([
  '',
  ' ',
  '1,0000',
  '1,0,5',
  '1,00,000',
  ',100',
  '100,',
  '1 00',
  '10 0',
  '1 000 00',
  '1,000,5',
  '1.000.00',
  '1000/s',
  '10x',
  'ten',
  '1e999',
])('%j is no number', (typed) => {
  expect(readNumber(typed)).toBeNull();
});

test.each([
  ['1000', 1000],
  ['1000/s', 1000],
  ['1 000 / s', 1000],
  ['1,000/s', 1000],
  ['10,5/s', 10.5],
  ['500 rps', 500],
  ['500 req/s', 500],
  ['20 requests per second', 20],
  ['60/min', 1],
  ['100/min', 100 / 60],
  ['7200/h', 2],
  ['1000/秒', 1000],
  ['1000 次/秒', 1000],
])('%j is the rate %s', (typed, rate) => {
  expect(readRate(typed)).toBeCloseTo(rate, 12);
});

test.each(['', '/s', 'rps', '1000/ms', '1000/d', '1000/s/s', '10 per', '1000 s'])('%j is no rate', (typed) => {
  expect(readRate(typed)).toBeNull();
});
