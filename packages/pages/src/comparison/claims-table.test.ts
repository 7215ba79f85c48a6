import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { Claim, MetricDelta } from '@plimsoll/contracts/verdict';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ClaimsTable } from './claims-table.ts';
import { claimNotes, claimRows } from './comparison-rows.ts';

const services: Claim = { interval: { low: 0.056, high: 0.076 }, verdict: 'worse' };
const builds: Claim = { interval: { low: -0.01, high: 0.14 }, verdict: 'not_enough_evidence' };

function claimed(metric: ComparedMetric, ofBuilds: Claim | null, deltaRelative = 0.066): MetricDelta {
  const figures = { base: 20_000, candidate: 21_600, delta: 1600, deltaRelative, interval: { low: 0.058, high: 0.074 } };
  return { metric, ...figures, verdict: 'worse', claims: { services, builds: ofBuilds }, reason: '', code: null };
}

it('tells both claims on each headline metric, each with its interval and its verdict', () => {
  const rows = claimRows([claimed('p50', builds), claimed('p95', builds), { ...claimed('p99', null), claims: undefined }]);
  expect(rows.map(({ label }) => label)).toEqual(['p50 response time']);
  expect(rows[0]?.services).toMatchObject({ interval: '+5.6\u00a0% … +7.6\u00a0%', mark: { word: 'Worse', icon: 'up' } });
  expect(rows[0]?.builds).toMatchObject({ interval: '−1.0\u00a0% … +14.0\u00a0%', mark: { word: 'Undecided' } });
});

it('tells what decides first: the times of tokens where they are counted; then other headlines, then what else leads of streams', () => {
  const labels = (...metrics: ComparedMetric[]) => claimRows(metrics.map((metric) => claimed(metric, null))).map(({ label }) => label);
  expect(labels('p50', 'streamGoodput', 'firstTokenTime.p50', 'firstTokenTime.p99', 'messageGap.p50')).toEqual([
    'p50 TTFT',
    'p50 response time',
    'Streams within limits',
  ]);
  expect(labels('messageGap.p50', 'p50')).toEqual(['p50 response time', 'p50 message gap']);
  // Where messages decide, the comparison said so.
  const byMessages = [
    claimed('p50', null),
    { ...claimed('messageGap.p50', null), decides: true as const },
    claimed('messageRoundTrip.p50', null),
  ];
  expect(claimRows(byMessages).map(({ label }) => label)).toEqual(['p50 message gap', 'p50 response time', 'p50 message round trip']);
});

it('says that it speaks of the running services only where nothing is known of starts', () => {
  const html = renderToStaticMarkup(h(ClaimsTable, { metrics: [claimed('p50', null)], label: 'Two claims' }));
  expect(html).toContain('These two running services differ by');
  expect(html).toContain('These two builds differ by');
  expect(html).toMatch(/not known/);
  expect(html).toContain('so this speaks of the running services only');
  expect(claimNotes([claimed('p50', builds)]).join(' ')).not.toContain('running services only');
});

it('explains a change that is not the ratio of the figures beside it, and no other', () => {
  const explained = (deltaRelative: number) => claimNotes([claimed('p50', builds, deltaRelative)]).some((note) => note.includes('pairs'));
  expect(explained(0.066)).toBe(true);
  expect(explained(0.08)).toBe(false);
});

it('draws nothing of arms that ran one after another', () => {
  expect(renderToStaticMarkup(h(ClaimsTable, { metrics: [{ ...claimed('p50', null), claims: undefined }], label: '' }))).toBe('');
});
