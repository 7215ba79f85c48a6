import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('the alert rules ask for metrics that the API and the workers have', () => {
  const sources = ['apps/api/src/system/metrics.ts', 'workers/src/metrics/metrics.ts'].map(read).join('\n');
  const known = new Set([...sources.matchAll(/'(plimsoll_[a-z_]+)'/g)].map(([, name]) => name));
  const histograms = [...sources.matchAll(/new Histogram\(\{\s*name: '([a-z_]+)'/g)].flatMap(([, name]) => [
    `${name}_bucket`,
    `${name}_count`,
  ]);
  const named = new Set(read('deploy/prometheus/plimsoll.rules.yml').match(/\bplimsoll_[a-z_]+/g));
  expect(named.size).toBeGreaterThan(12);
  expect([...named].filter((name) => !known.has(name) && !histograms.includes(name))).toEqual([]);
});
