/** ghz, which people load gRPC with today. It tells no p99.9 without the list of all its calls, whose writing would be charged to it. */

import { parseDuration } from '../figures.ts';
import { findNumber, type Tool } from '../tool.ts';
import { proto } from './grpc-method.ts';

const quantile = (out: string, percent: number) => {
  const [, value, unit] = new RegExp(`^\\s*${percent} % in ([\\d.]+) (ns|us|µs|ms|s)`, 'm').exec(out) ?? [];
  return unit === 'ns' ? Number(value) / 1e6 : parseDuration(`${value}${unit?.replace('µ', 'u')}`);
};

export const ghz: Tool = {
  name: 'ghz',
  command: 'ghz',
  install: ['go', 'install', 'github.com/bojand/ghz/cmd/ghz@latest'],
  env: { GOMAXPROCS: '1' },
  speaks: 'grpc',
  call: ({ url, seconds, connections, streams, rate, grpc }) =>
    grpc && [
      ...['--insecure', '--cpus', '1', '--proto', proto.file, '--call', grpc.call, '-d', JSON.stringify(grpc.message)],
      ...['-c', String(connections * (streams ?? 1)), '--connections', String(connections), '-z', `${seconds}s`],
      ...(rate === null ? [] : ['--async', '--rps', String(rate)]),
      ...(grpc.messagesPerStream === null ? [] : ['--stream-call-count', String(grpc.messagesPerStream)]),
      new URL(url).host,
    ],
  read: (out) => {
    const count = findNumber(out, /Count:\s+(\d+)/) ?? 0;
    return {
      perSecond: findNumber(out, /Requests\/sec:\s+([\d.]+)/) ?? 0,
      p50Ms: quantile(out, 50),
      p99Ms: quantile(out, 99),
      p999Ms: null,
      // Those under way at the end are among them.
      failed: count - (findNumber(out, /\[OK\]\s+(\d+)/) ?? 0),
    };
  },
};
