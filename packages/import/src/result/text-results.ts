/** The output of wrk, ab, hey, oha and vegeta. Sums only: none of them writes seconds. */
import type { OutcomeCounts, StatusCounts } from '@plimsoll/contracts/outcome';
import { countOutcomes } from './failure-outcome.ts';
import { countErrors, counted, type ImportedSummary, nothingTold, sumCounts } from './imported-result.ts';
import { find, findNumber, needed, readUs } from './print-figures.ts';

const sizes = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 } as const;

/** Autocannon writes a blank before its unit. */
export function isWrkText(text: string): boolean {
  return /^Running \S+ test @/m.test(text) || /^[ \t]*\d+ requests in \S+, [\d.]+[KMG]?B read/m.test(text);
}

export function readWrkText(text: string): ImportedSummary {
  const answered = needed('wrk', findNumber(text, /\b(\d{1,15}) requests in /), 'requests');
  const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text);
  const [connect = 0, read = 0, write = 0, timeout = 0] = (socket ?? []).slice(1).map(Number);
  const unanswered = counted({ timeout, no_answer: connect + read + write });
  const [, size, unit] = /, ([\d.]{1,15})([KMG]?)B read/.exec(text) ?? [];
  const [, mean, , most] = /^ +Latency +(\S+) +(\S+) +(\S+)/m.exec(text) ?? [];
  return {
    ...nothingTold,
    tool: 'wrk',
    url: find(text, /test @ (\S+)/),
    connections: findNumber(text, /and (\d+) connections/),
    sums: {
      durationMs: (readUs(find(text, /requests in ([\d.]{1,15}(?:us|ms|s|m|h)),/)) ?? 0) / 1000 || null,
      requests: answered + sumCounts(unanswered),
      failed: (findNumber(text, /Non-2xx or 3xx responses: (\d+)/) ?? 0) + sumCounts(unanswered),
      throughputPerSecond: findNumber(text, /Requests\/sec:\s+([\d.]+)/),
      receivedBytes: size === undefined ? null : Math.round(Number(size) * sizes[unit as keyof typeof sizes]),
      statuses: null,
      responseTime: {
        meanUs: readUs(mean),
        minUs: null,
        maxUs: readUs(most),
        percentilesUs: new Map(
          [...text.matchAll(/^[ \t]+([\d.]+)%\s+([\d.]+(?:us|ms|s|m|h))\s*$/gm)].map(([, at, written]) => [
            Number(at),
            readUs(written) ?? 0,
          ]),
        ),
      },
      unanswered,
    },
  };
}

export function isAbText(text: string): boolean {
  return text.includes('This is ApacheBench') || (/^Complete requests:\s+\d/m.test(text) && /^Time taken for tests:\s+\d/m.test(text));
}

export function readAbText(text: string): ImportedSummary {
  const complete = needed('ab', findNumber(text, /^Complete requests:\s+(\d+)/m), 'Complete requests');
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
  const unanswered = (broken ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0);
  return {
    ...nothingTold,
    tool: 'ab',
    version: find(text, /^This is ApacheBench, Version (\S+)/m),
    url: host === null ? null : `${secure ? 'https' : 'http'}://${host}:${port}${path ?? '/'}`,
    connections: findNumber(text, /^Concurrency Level:\s+(\d+)/m),
    sums: {
      durationMs: (findNumber(text, /^Time taken for tests:\s+([\d.]+) seconds/m) ?? 0) * 1000 || null,
      requests: Math.max(complete, errors + unanswered),
      failed: errors + unanswered,
      throughputPerSecond: findNumber(text, /^Requests per second:\s+([\d.]+)/m),
      receivedBytes: findNumber(text, /^Total transferred:\s+(\d+) bytes/m),
      statuses: null,
      responseTime: {
        meanUs: (findNumber(text, /^Time per request:\s+([\d.]+) \[ms\] \(mean\)/m) ?? 0) * 1000 || null,
        minUs: ms(1),
        maxUs: ms(5),
        percentilesUs: new Map(
          [...text.matchAll(/^[ \t]+(\d+)%\s+(\d+)/gm)].map(([, at, written]) => [Number(at), Number(written) * 1000]),
        ),
      },
      unanswered: counted({ no_answer: unanswered }),
    },
  };
}

/** The sums that hey and oha print alike. `us`: the time of this name. */
function printedSums(text: string, unanswered: OutcomeCounts, us: (name: string) => number | null) {
  const statuses: StatusCounts = Object.fromEntries(
    [...text.matchAll(/^[ \t]+\[(\d{3})\]\s+(\d+) responses/gm)].map(([, status = '', count]) => [status, Number(count)]),
  );
  return {
    requests: sumCounts(statuses) + sumCounts(unanswered),
    failed: countErrors(statuses) + sumCounts(unanswered),
    throughputPerSecond: findNumber(text, /Requests\/sec:\s+([\d.]+)/),
    statuses,
    unanswered,
    times: { meanUs: us('Average'), minUs: us('Fastest'), maxUs: us('Slowest') },
  };
}

export function readHeyText(text: string): ImportedSummary {
  const seconds = (name: string) => findNumber(text, new RegExp(`^[ \\t]*${name}:\\s+([\\d.]+) secs`, 'm'));
  const us = (name: string) => {
    const value = seconds(name);
    return value === null ? null : value * 1e6;
  };
  const broken = text.slice(text.indexOf('Error distribution:')).matchAll(/^[ \t]+\[(\d+)\]\s+\S/gm);
  const unanswered = text.includes('Error distribution:') ? [...broken].reduce((sum, [, count]) => sum + Number(count), 0) : 0;
  const duration = needed('hey', seconds('Total'), 'Total');
  const { times, ...sums } = printedSums(text, counted({ no_answer: unanswered }), us);
  return {
    ...nothingTold,
    tool: 'hey',
    sums: {
      ...sums,
      durationMs: duration * 1000,
      receivedBytes: findNumber(text, /Total data:\s+(\d+) bytes/),
      responseTime: {
        ...times,
        percentilesUs: new Map(
          [...text.matchAll(/^[ \t]+([\d.]+)%+ in ([\d.]+) secs/gm)].map(([, at, written]) => [Number(at), Number(written) * 1e6]),
        ),
      },
    },
  };
}

/** Oha 1.x writes all times in the largest unit that the slowest one fills, older releases write seconds. */
const ohaUnits = { ns: 1e-3, us: 1, ms: 1000, sec: 1e6, secs: 1e6, '10 sec': 10e6, min: 60e6, '10 min': 600e6, hr: 3600e6 } as const;
const ohaTime = '([\\d.]+) (ns|us|ms|secs?|10 sec|min|10 min|hr)';
const ohaSizes = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const;

/** Oha and hey print alike: only oha has the rate of success. */
export function isOhaText(text: string): boolean {
  return /^[ \t]*Success rate:\s/m.test(text);
}

export function readOhaText(text: string): ImportedSummary {
  const toUs = (written: string | undefined, unit: string | undefined) => Number(written) * ohaUnits[unit as keyof typeof ohaUnits];
  const us = (name: string) => {
    const found = new RegExp(`^[ \\t]*${name}:\\s+${ohaTime}[ \\t]*$`, 'm').exec(text);
    return found && toUs(found[1], found[2]);
  };
  const broken = text.split('Error distribution:')[1] ?? '';
  const unanswered = countOutcomes(
    [...broken.matchAll(/^[ \t]+\[(\d+)\] (.+)$/gm)].map(([, count, message = '']) => [message.trim(), Number(count)]),
  );
  // Those of good and of bad answers, which an option adds, are below.
  const [listed = ''] = (text.split(/^(?:Response time|Latency) distribution:/m)[1] ?? '').split(/^[A-Z]/m);
  const [, size, unit] = /^[ \t]+Total data:\s+([\d.]{1,15}) ([KMGT]?i?B)/m.exec(text) ?? [];
  const { times, ...sums } = printedSums(text, unanswered, us);
  return {
    ...nothingTold,
    tool: 'oha',
    sums: {
      ...sums,
      durationMs: needed('oha', us('Total'), 'Total') / 1000,
      receivedBytes: size === undefined ? null : Math.round(Number(size) * ohaSizes[unit as keyof typeof ohaSizes]),
      responseTime: {
        ...times,
        percentilesUs: new Map(
          [...listed.matchAll(new RegExp(`^[ \\t]+([\\d.]+)% in ${ohaTime}`, 'gm'))].map(([, at, time, unit]) => [
            Number(at),
            toUs(time, unit),
          ]),
        ),
      },
    },
  };
}

const vegetaHead = /^Requests +\[total/m;

export function isVegetaText(text: string): boolean {
  return vegetaHead.test(text);
}

/** Each line names its figures in brackets: releases differ in which they have. `-every` prints the report again and again: the last counts. */
export function readVegetaText(text: string): ImportedSummary {
  const report = text.slice([...text.matchAll(new RegExp(vegetaHead, 'gm'))].at(-1)?.index);
  const figures = new Map<string, string | undefined>(
    [...report.matchAll(/^([A-Z][A-Za-z ]{1,20}?) +\[([^\]]+)\] +(\S.*)$/gm)].flatMap(
      ([, line, names = '', values = '']): [string, string | undefined][] => {
        const written = values.split(', ');
        return names.split(', ').map((name, at) => [`${line} ${name}`, written[at]?.trim()]);
      },
    ),
  );
  const number = (name: string) => (figures.get(name) === undefined ? null : Number(figures.get(name)));
  const us = (name: string) => readUs(figures.get(name));
  const requests = needed('vegeta', number('Requests total'), 'Requests');
  const total = needed('vegeta', us('Duration total'), 'Duration');
  // Vegeta counts a request without an answer as status 0.
  const { '0': unanswered = 0, ...statuses } = Object.fromEntries(
    [...(figures.get('Status Codes code:count') ?? '').matchAll(/(\d+):(\d+)/g)].map(([, status = '', count]) => [status, Number(count)]),
  );
  return {
    ...nothingTold,
    tool: 'vegeta',
    sums: {
      durationMs: total / 1000,
      requests,
      failed: countErrors(statuses) + unanswered,
      // Its `throughput` counts good answers only.
      throughputPerSecond: total > 0 ? requests / (total / 1e6) : null,
      receivedBytes: number('Bytes In total'),
      statuses,
      responseTime: {
        meanUs: us('Latencies mean'),
        minUs: us('Latencies min'),
        maxUs: us('Latencies max'),
        percentilesUs: new Map(
          [50, 90, 95, 99].flatMap((at): [number, number][] => {
            const time = us(`Latencies ${at}`);
            return time === null ? [] : [[at, time]];
          }),
        ),
      },
      unanswered: counted({ no_answer: unanswered }),
    },
  };
}
