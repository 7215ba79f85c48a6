/** Other people's load generators: how each is called for a load, and how its figures are read from its output. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Figures, parseDuration } from './figures.ts';

export interface BenchLoad {
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  /** Requests per second of an open load; null = closed. */
  readonly rate: number | null;
  readonly keepAlive: boolean;
  /** HTTP/2 streams per connection; null = HTTP/1.1. */
  readonly streams: number | null;
}

export interface Tool {
  readonly name: string;
  readonly command: string;
  /** Arguments for this load, or null if the tool cannot make it. */
  readonly call: (load: BenchLoad) => readonly string[] | null;
  readonly read: (stdout: string, load: BenchLoad) => Figures;
  readonly env?: Readonly<Record<string, string>>;
  readonly install?: readonly string[];
}

const findNumber = (text: string, pattern: RegExp) => {
  const match = pattern.exec(text);
  return match ? Number(match[1]) : null;
};
const scaled = (value: number | null, factor: number) => (value === null ? null : value * factor);

const wrk: Tool = {
  name: 'wrk',
  command: 'wrk',
  call: ({ url, seconds, connections, rate, keepAlive, streams }) =>
    rate !== null || streams !== null || !keepAlive ? null : ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', url],
  read: (out) => ({
    perSecond: findNumber(out, /Requests\/sec:\s+([\d.]+)/) ?? 0,
    p50Ms: parseDuration(/50%\s+(\S+)/.exec(out)?.[1]),
    p99Ms: parseDuration(/99%\s+(\S+)/.exec(out)?.[1]),
    p999Ms: null,
    failed: findNumber(out, /Non-2xx or 3xx responses: (\d+)/) ?? 0,
  }),
};

const ab: Tool = {
  name: 'ab',
  command: 'ab',
  call: ({ url, seconds, connections, rate, keepAlive, streams }) =>
    rate !== null || streams !== null
      ? null
      : ['-q', ...(keepAlive ? ['-k'] : []), '-c', String(connections), '-t', String(seconds), '-n', '100000000', url],
  read: (out) => ({
    perSecond: findNumber(out, /Requests per second:\s+([\d.]+)/) ?? 0,
    p50Ms: findNumber(out, /50%\s+(\d+)/),
    p99Ms: findNumber(out, /99%\s+(\d+)/),
    p999Ms: null,
    failed: findNumber(out, /Failed requests:\s+(\d+)/),
  }),
};

const autocannon: Tool = {
  name: 'autocannon',
  command: 'autocannon',
  call: ({ url, seconds, connections, rate, keepAlive, streams }) =>
    streams !== null || !keepAlive
      ? null
      : ['-j', '-c', String(connections), '-d', String(seconds), ...(rate === null ? [] : ['-R', String(rate)]), url],
  read: (out) => {
    const figures = JSON.parse(out.slice(out.indexOf('{'))) as {
      requests: { total: number };
      duration: number;
      latency: Record<'p50' | 'p99' | 'p99_9', number>;
      errors: number;
      non2xx: number;
    };
    return {
      perSecond: figures.requests.total / figures.duration,
      p50Ms: figures.latency.p50,
      p99Ms: figures.latency.p99,
      p999Ms: figures.latency.p99_9,
      failed: figures.errors + figures.non2xx,
    };
  },
};

const hey: Tool = {
  name: 'hey',
  command: 'hey',
  call: ({ url, seconds, connections, rate, keepAlive, streams }) =>
    rate !== null || streams !== null
      ? null
      : ['-z', `${seconds}s`, '-c', String(connections), '-cpus', '1', ...(keepAlive ? [] : ['-disable-keepalive']), url],
  read: (out) => ({
    perSecond: findNumber(out, /Requests\/sec:\s+([\d.]+)/) ?? 0,
    p50Ms: scaled(findNumber(out, /50% in ([\d.]+) secs/), 1000),
    p99Ms: scaled(findNumber(out, /99% in ([\d.]+) secs/), 1000),
    p999Ms: null,
    failed: null,
  }),
};

const oha: Tool = {
  name: 'oha',
  command: 'oha',
  install: ['cargo', 'install', 'oha', '--locked'],
  call: ({ url, seconds, connections, rate, keepAlive, streams }) => [
    ...['--no-tui', '--output-format', 'json', '-z', `${seconds}s`, '-c', String(connections)],
    ...(rate === null ? [] : ['-q', String(rate), '--latency-correction']),
    ...(keepAlive ? [] : ['--disable-keepalive']),
    ...(streams === null ? [] : ['--http2', '-p', String(streams), '--insecure']),
    url,
  ],
  read: (out) => {
    const { summary, latencyPercentiles: p } = JSON.parse(out) as {
      summary: { requestsPerSec: number };
      latencyPercentiles: Record<'p50' | 'p99' | 'p99.9', number>;
    };
    return { perSecond: summary.requestsPerSec, p50Ms: p.p50 * 1000, p99Ms: p.p99 * 1000, p999Ms: p['p99.9'] * 1000, failed: null };
  },
};

const fortio: Tool = {
  name: 'fortio',
  command: 'fortio',
  install: ['go', 'install', 'fortio.org/fortio@v1.63.0'],
  env: { GOMAXPROCS: '1' },
  call: ({ url, seconds, connections, rate, keepAlive, streams }) =>
    streams !== null
      ? null
      : [
          ...['load', '-quiet', '-json', '-', '-p', '50,99,99.9', '-t', `${seconds}s`, '-c', String(connections)],
          ...['-r', '0.00001', '-qps', rate === null ? '0' : String(rate), ...(rate === null ? [] : ['-nocatchup=false'])],
          ...(keepAlive ? [] : ['-keepalive=false']),
          url,
        ],
  read: (out) => {
    const figures = JSON.parse(out.slice(out.indexOf('{'))) as {
      ActualQPS: number;
      DurationHistogram: { Percentiles: { Percentile: number; Value: number }[] };
    };
    const at = (percentile: number) =>
      scaled(figures.DurationHistogram.Percentiles.find((entry) => entry.Percentile === percentile)?.Value ?? null, 1000);
    return { perSecond: figures.ActualQPS, p50Ms: at(50), p99Ms: at(99), p999Ms: at(99.9), failed: null };
  },
};

const k6: Tool = {
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

export const peers: readonly Tool[] = [wrk, ab, oha, fortio, autocannon, hey, k6];

const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  join(homedir(), 'go/bin'),
  join(homedir(), '.cargo/bin'),
  '/usr/local/go/bin',
  join(import.meta.dirname, '../../node_modules/.bin'),
];

/** Full path of a command, also in the folders of `go install` and `cargo install`; null if it is not installed. */
export function findCommand(command: string): string | null {
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path)) ?? null;
}
