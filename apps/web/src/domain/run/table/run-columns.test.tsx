import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ListedTime } from './run-columns.tsx';

type Run = Parameters<typeof ListedTime>[0]['run'];
const times = (p95Us: number) => ({ count: 10, p50Us: p95Us / 2, p95Us, p99Us: 2 * p95Us });
const streams = { messagesReceived: 100, tokens: { firstTokenTime: times(320_000), interTokenTime: times(8000) } };
const runOf = (stream: object | null) =>
  ({
    summary: { responseTime: times(9_000_000), timeToFirstByte: times(40_000), stream, grpc: null },
    plan: { target: { stream: stream && { as: 'sse', tokens: 'openai' } }, requests: null },
  }) as unknown as Run;
const shown = (run: Run, metric: Parameters<typeof ListedTime>[0]['metric']) => {
  const html = renderToStaticMarkup(<ListedTime run={run} metric={metric} />);
  return [html.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' '), /title="([^"]+)"/.exec(html)?.[1]];
};

it('tells of a run of streams the time that their users wait for, by its name, in the columns of bare percentiles', () => {
  expect(shown(runOf(streams), 'p95')).toEqual(['320 ms TTFT', 'TTFT p95']);
  expect(shown(runOf(streams), 'p99')).toEqual(['640 ms TTFT', 'TTFT p99']);
  // A column that names its time keeps to it.
  expect(shown(runOf(streams), 'timeToFirstByte.p95')).toEqual(['40 ms', undefined]);
});

it('tells of plain requests their response time, which needs no name', () => {
  expect(shown(runOf(null), 'p95')).toEqual(['9 s', undefined]);
  expect(shown({ ...runOf(null), summary: null }, 'p99')).toEqual(['–', undefined]);
});
