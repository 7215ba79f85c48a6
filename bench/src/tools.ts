/** Other load generators: how each is called for a load, and how its figures are read from its output. */
import { parseDuration } from './figures.ts';
import { ghz } from './grpc/ghz.ts';
import { k6Grpc } from './grpc/k6-grpc.ts';
import { k6 } from './k6.ts';
import { findNumber, scaled, type Tool } from './tool.ts';
import { k6Socket } from './websocket/k6-socket.ts';

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

export const peers: readonly Tool[] = [wrk, ab, oha, fortio, autocannon, hey, k6, ghz, k6Grpc, k6Socket];
