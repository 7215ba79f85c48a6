import { MantineProvider } from '@mantine/core';
import type { Point } from '@plimsoll/contracts/sample';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RatesChart } from './rates-chart.tsx';

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true });
const point = (second: number, lengthMs: number, done: number, failed = 0) =>
  ({ second, lengthMs, planned: 20, sent: 20, done, failed, warmup: false }) as Point;
const said = (...points: readonly Point[]) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RouterContextProvider router={router}>
        <RatesChart points={points} thresholds={[]} errorStatuses="4xx-5xx" counted={{}} />
      </RouterContextProvider>
    </MantineProvider>,
  );
  return /(?:Most|None) done[^<]*\./.exec(html)?.[0].replaceAll(/\s/g, ' ');
};

it('the answers that are left as the load ends are no record of a second', () => {
  // 6 in 264 ms are 22.7 a second.
  expect(said(point(0, 1000, 14), point(1, 1000, 20), point(2, 999.6, 19), point(3, 264, 6))).toBe('Most done 20/s at 0:01.');
  expect(said(point(0, 1000, 14), point(1, 1000, 19), point(2, 500, 0, 3))).toBe('Most done 19/s at 0:01; most failed 6/s.');
  expect(said(point(0, 500, 8))).toBe('Most done 16/s at 0:00.');
});

it('speaks of failures alone where none was done', () => {
  expect(said(point(0, 1000, 0, 18), point(1, 1000, 0, 20))).toBe('None done; most failed 20/s.');
});
