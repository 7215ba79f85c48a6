import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speakTo } from '../words.ts';
import { formatBytes } from './bytes.ts';
import { formatAgo, formatMonth } from './date.ts';
import { worstCase } from './metric-figures.ts';
import { formatCount, formatShortCount, formatSignificant } from './number.ts';
import { formatRate } from './rate.ts';
import { formatChange, formatPoints, formatShare } from './share.ts';
import { formatClock, formatLength, formatUs, timeColumn, timeUnit } from './time.ts';
import { unitFigure } from './unit-figure.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('numbers', () => {
  it('shows three significant digits', () => {
    expect([0.012345, 1.2345, 12.345, 123.45, 99.99, 9.999, 0.5, 0].map(formatSignificant)).toEqual([
      '0.0123',
      '1.23',
      '12.3',
      '123',
      '100',
      '10.00',
      '0.5',
      '0',
    ]);
  });
  it('never strays from the number by more than half a percent', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (value) => {
        const read = Number(plain(formatSignificant(value)).replaceAll(' ', ''));
        expect(Math.abs(read - value) / value).toBeLessThanOrEqual(0.0051);
      }),
    );
  });
  it('groups counts from five digits on', () => {
    expect([1204, 12840, 1234567].map((n) => plain(formatCount(n)))).toEqual(['1204', '12 840', '1 234 567']);
    expect(plain(formatShortCount(1_234_567))).toBe('1.23 M');
  });
  it('signs changes and says when there is none', () => {
    expect([0.266, -0.28, 0, 0.999].map((n) => plain(formatChange(n)))).toEqual(['+26.6 %', '−28.0 %', '0.0 %', '+99.9 %']);
    expect(plain(formatPoints(0.0031))).toBe('+0.31 pp');
  });
  it('says from twice as much on how many times as much', () => {
    const written = [0.9996, 1, 1.5, 9.5, 11, 998, 9_719_896.76].map((n) => plain(formatChange(n)));
    expect(written).toEqual(['2.00 ×', '2 ×', '2.50 ×', '10.5 ×', '12 ×', '999 ×', '> 1000 ×']);
    expect(formatChange(Number.POSITIVE_INFINITY)).toBe('–');
  });
  it('never rounds a share up to 100 %, nor shows what the multiplication adds', () => {
    expect([0.9996, 0.987, 1, 0.07, 0.0123].map((n) => plain(formatShare(n)))).toEqual(['99.9 %', '98.7 %', '100 %', '7 %', '1.23 %']);
  });
});

describe('times', () => {
  it('chooses one unit from the largest figure', () => {
    expect(timeUnit([120, 900]).name).toBe('µs');
    expect(timeUnit([120, 84_200]).name).toBe('ms');
    expect(timeUnit([120, 12_000_000]).name).toBe('s');
    expect(plain(formatUs(84_213))).toBe('84.2 ms');
    expect(formatUs(null)).toBe('–');
  });
  it('writes a column in one unit, whatever stands in it', () => {
    const written = (...figures: (number | null)[]) => figures.map(timeColumn(figures)).map(plain);
    expect(written(84_213, 90, null)).toEqual(['84.2 ms', '0.09 ms', '–']);
    expect(written(84_213, 9)).toEqual(['84 213 µs', '9 µs']);
    expect(written(84_213, 900)).toEqual(['84.2 ms', '0.9 ms']);
    expect(written(2_390_000, 18_800)).toEqual(['2390 ms', '18.8 ms']);
    expect(written(12_300_000, 450_000)).toEqual(['12.3 s', '0.45 s']);
    expect(written(2_390_000, 18_800)).toEqual(['2390 ms', '18.8 ms']);
    expect(written(12_300_000, 1450)).toEqual(['12 300 ms', '1.45 ms']);
    expect(written(120)).toEqual(['120 µs']);
    expect(written(null)).toEqual(['–']);
  });
  it('writes clocks and lengths', () => {
    expect([0, 84, 3723].map(formatClock)).toEqual(['0:00', '1:24', '1:02:03']);
    expect([850, 10_000, 2051, 84_000, 7_500_000].map((ms) => plain(formatLength(ms)))).toEqual([
      '850 ms',
      '10 s',
      '2.1 s',
      '1 min 24 s',
      '2 h 5 min',
    ]);
  });
  it('says how long ago', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    expect(plain(formatAgo('2026-01-01T23:59:40Z', now))).toBe('now');
    expect(plain(formatAgo('2026-01-01T23:48:00Z', now))).toBe('12 min');
    expect(plain(formatAgo('2026-01-01T19:00:00Z', now))).toBe('5 h');
  });
  it("writes a month in the reader's language", () => {
    expect(formatMonth('2026-10')).toBe('Oct 2026');
    speakTo(() => 'zh');
    expect(formatMonth('2026-10')).toBe('2026年10月');
    speakTo(() => 'en');
  });
});

describe('rates and bytes', () => {
  it('keeps the unit beside the number', () => {
    expect(plain(formatRate(17_840.4))).toBe('17 840/s');
    expect([612, 1_234_567, 999_600].map((n) => plain(formatBytes(n)))).toEqual(['612 B', '1.23 MB', '1 MB']);
  });
  it('writes a figure in the unit of its row', () => {
    const written = [
      unitFigure('us', 84_213),
      unitFigure('share', 0.0123),
      unitFigure('perSecond', 17_840.4),
      unitFigure('mbps', 96.34),
      unitFigure('count', 12_840),
      unitFigure('count', null),
    ];
    expect(written.map(plain)).toEqual(['84.2 ms', '1.23 %', '17 840/s', '96.3 Mbit/s', '12 840', '–']);
  });
});

it('tells how much worse a figure may be at most, by the side on which it is worse', () => {
  const [low, high] = [-0.04, 0.108];
  const said = (metric: ComparedMetric, interval: { low: number; high: number } | null) => worstCase({ metric, interval });
  expect([said('p99', { low, high }), said('throughput', { low, high })].map((text) => text && plain(text))).toEqual([
    '≤ +10.8 %',
    '≥ −4.0 %',
  ]);
  expect(plain(said('errorRate', { low: 0, high: 0.0109 }) ?? '')).toBe('≤ +1.1 pp');
  expect([said('p99', null), said('p99', { low, high: 12 })]).toEqual([null, null]);
});
