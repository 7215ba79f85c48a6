import type { SharedExperiment } from '@plimsoll/contracts/share';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ExperimentFinding } from './experiment-article.ts';

type Shared = SharedExperiment['experiment'];

/** The heads of the variants' table of a sweep over connections, whose variants have these names. */
function headsOf(names: readonly string[]): string[] {
  const values = ['4', '8'];
  const variants = names.map((name, at) => ({
    name,
    settings: [{ name: 'Connections', value: values[at] ?? '', setting: 'connections' }],
    runs: 2,
    validity: null,
    throughputPerSecond: 100,
    p99Us: null,
    errorRate: 0,
    tokensPerSecond: null,
    ttftP95Us: null,
    itlP95Us: null,
  }));
  const experiment = { kind: 'sweep', sentence: '', variants, comparisons: [], knee: null, map: null, levels: [], tries: [] };
  const html = renderToStaticMarkup(h(ExperimentFinding, { experiment: experiment as unknown as Shared, whole: true }));
  return [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, head = '']) => head);
}

test('a setting has a column of its own only where the names of the variants do not say it', () => {
  expect(headsOf(['4 connections', '8 connections'])).not.toContain('Connections');
  expect(headsOf(['few', 'many'])).toContain('Connections');
  // 4 is no part of 40.
  expect(headsOf(['40 ways', '8 ways'])).toContain('Connections');
});
