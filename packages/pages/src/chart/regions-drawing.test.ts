import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { regionsDrawing } from './regions-drawing.ts';
import { StaticChart } from './static-chart.ts';

const told = (label: string, ...points: readonly (readonly [second: number, p99Us: number | null])[]) => ({
  label,
  points: points.map(([second, p99Us]) => ({ second, p99Us })),
});

test('each region is a line of its own look over the seconds of all, with a gap where it told none', () => {
  const drawing = regionsDrawing([told('eu', [0, 10_000], [1, 20_000], [4, 5000]), told('us', [0, 30_000], [2, null], [4, 40_000])]);
  expect(drawing.lines.map(({ name, points }) => [name, points])).toEqual([
    [
      'eu',
      [
        [0, 10_000],
        [1, 20_000],
        [2, null],
        [4, 5000],
      ],
    ],
    [
      'us',
      [
        [0, 30_000],
        [1, null],
        [2, null],
        [4, 40_000],
      ],
    ],
  ]);
  expect(drawing.summary.replace(/\s/g, ' ')).toBe('Highest second: eu 20 ms, us 40 ms.');
  expect(regionsDrawing([told('2', [0, 10_000])]).summary.replace(/\s/g, ' ')).toBe('Highest second: 2 10 ms.');
  const picture = renderToStaticMarkup(h(StaticChart, drawing));
  // 0 to 4 s over 1000 px, 0 to 40 ms over 240 px.
  expect(picture).toContain('d="M0 180L250 120M1000 210h-2"');
  expect(picture).toContain('d="M0 60h2M1000 0h-2"');
});

test('no two of four regions look alike, and a region without an answer has no line', () => {
  const drawing = regionsDrawing(['a', 'b', 'c', 'd'].map((label) => told(label, [0, label === 'd' ? null : 1000])));
  expect(new Set(drawing.lines.map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(4);
  expect(renderToStaticMarkup(h(StaticChart, drawing)).match(/class="key"/g)).toHaveLength(3);
  expect(renderToStaticMarkup(h(StaticChart, regionsDrawing([told('eu', [0, null])])))).toBe('');
});
