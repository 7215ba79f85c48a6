import { readFileSync } from 'node:fs';
import type { Sample } from '@plimsoll/contracts/sample';
import { expect, it, onTestFinished } from 'vitest';
import { openLog } from '../log.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

const token = 'a token of the operator';
const log = openLog('silent');

it('counts requests, loads, and samples until they are kept', async () => {
  const metrics = openMetrics(2);
  metrics.loadBegan();
  const sample = { sent: 10, done: 7, failed: 2, dropped: 1 } as Sample;
  metrics.sampleMade(sample);
  metrics.sampleMade(sample);
  metrics.samplesLeft(1, [40]);
  const { text } = await metrics.read();
  expect(text).toContain('plimsoll_worker_requests_total{outcome="sent"} 20');
  expect(text).toContain('plimsoll_worker_requests_total{outcome="good"} 14');
  expect(text).toContain('plimsoll_worker_samples_waiting 1');
  expect(text).toContain('plimsoll_worker_ingestion_lag_seconds_bucket{le="0.05"} 1');
  expect(text).toContain('plimsoll_worker_loads 1');
  expect(text).toContain('plimsoll_worker_slots 2');
  metrics.loadEnded('duration');
  expect((await metrics.read()).text).toContain('plimsoll_worker_loads_ended_total{reason="duration"} 1');
});

it('exports each metric of a worker that the dashboard shows', async () => {
  const dashboard = readFileSync(new URL('../../../docs/grafana-dashboard.json', import.meta.url), 'utf8');
  const { text } = await openMetrics(1).read();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  // The slots of all workers are the API's to tell.
  const named = [...new Set(dashboard.match(/\bplimsoll_worker_[a-z0-9_]+/g))].filter((name) => name !== 'plimsoll_worker_slots_online');
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
});

it.each([
  ['with a token to whoever sends it', token, { authorization: `Bearer ${token}` }, 200],
  ['with a token to nobody else', token, {}, 401],
  ['without one to this machine', undefined, {}, 200],
])('is served %s', async (_name, given, headers, status) => {
  const server = serveMetrics({ port: 0, token: given }, openMetrics(1), log);
  onTestFinished(server.close);
  const port = await server.port;
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status).toBe(status);
  expect((await fetch(`http://127.0.0.1:${port}/`, { headers })).status).toBe(404);
});
