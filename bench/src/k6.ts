/** k6, whose load is a script that we write. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from './tool.ts';

export const k6: Tool = {
  name: 'k6',
  command: 'k6',
  install: ['go', 'install', 'go.k6.io/k6@latest'],
  env: { GOMAXPROCS: '1', K6_NO_USAGE_REPORT: 'true' },
  call: (load) => {
    // A virtual user of k6 has a connection of its own: the same requests in flight need more connections.
    const users = load.connections * (load.streams ?? 1);
    const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-bench-')), 'load.js');
    const scenario =
      load.rate === null
        ? { executor: 'constant-vus', vus: users, duration: `${load.seconds}s` }
        : {
            executor: 'constant-arrival-rate',
            rate: load.rate,
            timeUnit: '1s',
            duration: `${load.seconds}s`,
            preAllocatedVUs: load.connections,
            maxVUs: load.connections,
          };
    const options = {
      scenarios: { load: scenario },
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
    const metrics = JSON.parse(out.slice(out.indexOf('{'))) as Record<string, { values: Record<string, number> }>;
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
