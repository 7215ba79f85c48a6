import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Shape } from './plan-cards.tsx';

type Item = ComponentProps<typeof Shape>['item'];
const model = { target: { url: 'http://127.0.0.1:1/', stream: { as: 'sse', tokens: 'openai' } }, requests: null };
const plain = { target: { url: 'http://127.0.0.1:1/' }, requests: null };
const run = (p99Us: number, ttftUs: number | null) => ({
  p99Us,
  waiting: ttftUs === null ? null : { metric: 'firstTokenTime.p95', us: ttftUs },
});

function shown(recent: readonly object[], plan: object) {
  const html = renderToStaticMarkup(<Shape item={{ recent, plan } as unknown as Item} />);
  const label = /aria-label="([^"]+)"/.exec(html)?.[1];
  const heights = [...(/ d="([^"]+)"/.exec(html)?.[1] ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => 17 - Number(y));
  return { label, heights };
}

it('draws of a plan of streams the time that their users wait for, in whose shape the length of answers has no part', () => {
  const { label, heights } = shown([run(9_000_000, 100_000), run(1_000_000, 50_000), run(5_000_000, 200_000)], model);
  expect(label).toBe('p95 TTFT of the last 3 runs');
  const [first = 0, second = 0, third = 0] = heights;
  expect([first / third, second / third].map((share) => Math.round(share * 100))).toEqual([50, 25]);
});

it('draws p99 of plain requests, and leaves out runs that do not tell the time that leads', () => {
  expect(shown([run(10_000, null), run(20_000, null)], plain)).toMatchObject({ label: 'p99 of the last 2 runs', heights: [7.5, 15] });
  expect(shown([run(10_000, null), run(20_000, 50), run(30_000, 100)], model).label).toBe('p95 TTFT of the last 2 runs');
  expect(shown([run(10_000, null), run(20_000, 50)], model).label).toBeUndefined();
  expect(shown([], model).label).toBeUndefined();
});
