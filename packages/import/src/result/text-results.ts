/** What wrk, ab and hey print. Sums only: none of them writes seconds. */
import { countErrors, type ImportedResult, ResultFormatError } from './imported-result.ts';

const timeUs = { us: 1, ms: 1000, s: 1e6, m: 60e6, h: 3600e6 } as const;
const sizes = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 } as const;

function find(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

function findNumber(text: string, pattern: RegExp): number | null {
  const found = find(text, pattern);
  return found === null ? null : Number(found);
}

/** `8.33ms`, `1.2s`, `612.00us`. */
function readUs(written: string | null | undefined): number | null {
  const match = /^([\d.]+)(us|ms|s|m|h)$/.exec(written ?? '');
  return match ? Number(match[1]) * timeUs[match[2] as keyof typeof timeUs] : null;
}

function needed(value: number | null, what: string): number {
  if (value === null) throw new ResultFormatError(what);
  return value;
}

export function readWrkText(text: string): ImportedResult {
  const requests = needed(findNumber(text, /(\d+) requests in /), 'requests');
  const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text);
  const unanswered = socket ? socket.slice(1).reduce((sum, count) => sum + Number(count), 0) : 0;
  const [, size, unit] = /, ([\d.]+)([KMG]?)B read/.exec(text) ?? [];
  const [, mean, , most] = /Latency\s+(\S+)\s+(\S+)\s+(\S+)/.exec(text) ?? [];
  return {
    tool: 'wrk',
    url: find(text, /test @ (\S+)/),
    connections: findNumber(text, /and (\d+) connections/),
    startedAt: null,
    durationMs: (readUs(find(text, /requests in ([\d.]+\w+),/)) ?? 0) / 1000 || null,
    requests,
    failed: (findNumber(text, /Non-2xx or 3xx responses: (\d+)/) ?? 0) + unanswered,
    throughputPerSecond: findNumber(text, /Requests\/sec:\s+([\d.]+)/),
    receivedBytes: size === undefined ? null : Math.round(Number(size) * sizes[unit as keyof typeof sizes]),
    statuses: null,
    responseTime: {
      meanUs: readUs(mean),
      minUs: null,
      maxUs: readUs(most),
      percentilesUs: new Map(
        [...text.matchAll(/^\s+([\d.]+)%\s+([\d.]+(?:us|ms|s|m|h))\s*$/gm)].map(([, at, written]) => [Number(at), readUs(written) ?? 0]),
      ),
    },
    seconds: null,
  };
}

export function readAbText(text: string): ImportedResult {
  const requests = needed(findNumber(text, /^Complete requests:\s+(\d+)/m), 'requests');
  const [host, port, path] = [
    find(text, /^Server Hostname:\s+(\S+)/m),
    find(text, /^Server Port:\s+(\d+)/m),
    find(text, /^Document Path:\s+(\S+)/m),
  ];
  const secure = /^SSL\/TLS Protocol:/m.test(text);
  const total = /^Total:\s+(\d+)\s+(\d+)\s+([\d.]+)\s+(\d+)\s+(\d+)/m.exec(text);
  const ms = (at: number) => (total?.[at] === undefined ? null : Number(total[at]) * 1000);
  // ab calls a body of another length failed; an error status is counted by itself.
  const errors = findNumber(text, /^Non-2xx responses:\s+(\d+)/m) ?? 0;
  const broken = /\(Connect: (\d+), Receive: (\d+), Length: \d+, Exceptions: (\d+)\)/.exec(text);
  return {
    tool: 'ab',
    url: host === null ? null : `${secure ? 'https' : 'http'}://${host}:${port}${path ?? '/'}`,
    connections: findNumber(text, /^Concurrency Level:\s+(\d+)/m),
    startedAt: null,
    durationMs: (findNumber(text, /^Time taken for tests:\s+([\d.]+) seconds/m) ?? 0) * 1000 || null,
    requests,
    failed: errors + (broken ? broken.slice(1).reduce((sum, count) => sum + Number(count), 0) : 0),
    throughputPerSecond: findNumber(text, /^Requests per second:\s+([\d.]+)/m),
    receivedBytes: findNumber(text, /^Total transferred:\s+(\d+) bytes/m),
    statuses: null,
    responseTime: {
      meanUs: (findNumber(text, /^Time per request:\s+([\d.]+) \[ms\] \(mean\)/m) ?? 0) * 1000 || null,
      minUs: ms(1),
      maxUs: ms(5),
      percentilesUs: new Map([...text.matchAll(/^\s+(\d+)%\s+(\d+)/gm)].map(([, at, written]) => [Number(at), Number(written) * 1000])),
    },
    seconds: null,
  };
}

export function readHeyText(text: string): ImportedResult {
  const seconds = (name: string) => findNumber(text, new RegExp(`^\\s+${name}:\\s+([\\d.]+) secs`, 'm'));
  const us = (name: string) => {
    const value = seconds(name);
    return value === null ? null : value * 1e6;
  };
  const statuses = Object.fromEntries(
    [...text.matchAll(/^\s+\[(\d{3})\]\s+(\d+) responses/gm)].map(([, status = '', count]) => [status, Number(count)]),
  );
  const broken = text.slice(text.indexOf('Error distribution:')).matchAll(/^\s+\[(\d+)\]\s+\S/gm);
  const unanswered = text.includes('Error distribution:') ? [...broken].reduce((sum, [, count]) => sum + Number(count), 0) : 0;
  const duration = needed(seconds('Total'), 'Total');
  return {
    tool: 'hey',
    url: null,
    connections: null,
    startedAt: null,
    durationMs: duration * 1000,
    requests: Object.values(statuses).reduce((sum, count) => sum + count, 0) + unanswered,
    failed: countErrors(statuses) + unanswered,
    throughputPerSecond: findNumber(text, /Requests\/sec:\s+([\d.]+)/),
    receivedBytes: findNumber(text, /Total data:\s+(\d+) bytes/),
    statuses,
    responseTime: {
      meanUs: us('Average'),
      minUs: us('Fastest'),
      maxUs: us('Slowest'),
      percentilesUs: new Map(
        [...text.matchAll(/^\s+([\d.]+)%+ in ([\d.]+) secs/gm)].map(([, at, written]) => [Number(at), Number(written) * 1e6]),
      ),
    },
    seconds: null,
  };
}
