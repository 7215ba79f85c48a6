/** k6, whose load is a script that we write. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchLoad, Tool } from './tool.ts';

/** The load in k6's words. A user has a connection of its own: the same requests in flight need as many users. */
export function scenarioOf({ connections, streams, rate, seconds }: BenchLoad): Readonly<Record<string, unknown>> {
  const users = connections * (streams ?? 1);
  const duration = `${seconds}s`;
  return rate === null
    ? { executor: 'constant-vus', vus: users, duration }
    : { executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration, preAllocatedVUs: users, maxVUs: users };
}

export function readMetrics(out: string): Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>> {
  return JSON.parse(out.slice(out.indexOf('{')));
}

export const k6: Tool = {
  name: 'k6',
  command: 'k6',
  install: ['go', 'install', 'go.k6.io/k6@latest'],
  env: { GOMAXPROCS: '1', K6_NO_USAGE_REPORT: 'true' },
  call: (load) => {
    const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-bench-')), 'load.js');
    const options = {
      scenarios: { load: scenarioOf(load) },
      noConnectionReuse: !load.keepAlive,
      insecureSkipTLSVerify: true,
      discardResponseBodies: true,
      summaryTrendStats: ['p(50)', 'p(99)', 'p(99.9)'],
    };
    writeFileSync(
      file,
      `import http from 'k6/http';
export const options = ${JSON.stringify(options)};
export default function () { http.get(${JSON.stringify(load.url)}); }
export function handleSummary(data) { return { stdout: JSON.stringify(data.metrics) }; }
`,
    );
    return ['run', '--quiet', file];
  },
  read: (out) => {
    const metrics = readMetrics(out);
    const times = metrics.http_req_duration?.values ?? {};
    return {
      perSecond: metrics.http_reqs?.values.rate ?? 0,
      p50Ms: times['p(50)'] ?? null,
      p99Ms: times['p(99)'] ?? null,
      p999Ms: times['p(99.9)'] ?? null,
      failed: metrics.http_req_failed?.values.passes ?? null,
    };
  },
};
