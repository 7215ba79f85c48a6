/** The closing output of k6, h2load and ghz. Sums only: none of them prints seconds. */
import type { OutcomeCounts, OutcomeKind } from '@plimsoll/contracts/outcome';
import { ghzEnding } from './ghz-ending.ts';
import { counted, type ImportedSummary, nothingTold } from './imported-result.ts';
import { find, findNumber, needed, readUs } from './print-figures.ts';

/** k6 writes bytes by thousands. */
const byteUnits = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** The line of a metric, in which dots or blanks lead to its figures. */
function k6Line(text: string, metric: string): string | null {
  return find(text, new RegExp(`^[ \\t✓✗]*${metric}\\.*: +(.+)$`, 'm'));
}

/** Under a metric's name k6 1.x lists its thresholds, each with the figure it judged: `✓ 'p(99)<800' p(99)=16.16ms`. */
function k6Thresholds(text: string, metric: string): string {
  return find(text, new RegExp(`^ +${metric}\\r?\\n((?: +[✓✗] '.*\\n)+)`, 'm')) ?? '';
}

/** k6's end-of-test summary, of 0.x and of 1.x. */
export function readK6Text(text: string): ImportedSummary {
  const [, total, rate] = /^(\d{1,15}) +([\d.]{1,15})\/s/.exec(k6Line(text, 'http_reqs') ?? '') ?? [];
  const requests = needed('k6', total === undefined ? null : Number(total), 'http_reqs');
  const perSecond = Number(rate);
  const figures = `${k6Line(text, 'http_req_duration') ?? ''} ${k6Thresholds(text, 'http_req_duration')}`;
  const times = new Map([...figures.matchAll(/([\w().]+)=(\S+)/g)].map(([, name = '', written]) => [name, readUs(written)]));
  const [, bytes, unit] = /^([\d.]{1,15}) ?([kMGT]?B)/.exec(k6Line(text, 'data_received') ?? '') ?? [];
  const percentilesUs = new Map(
    [...times].flatMap(([name, us]): [number, number][] => {
      const at = name === 'med' ? '50' : /^p\(([\d.]+)\)$/.exec(name)?.[1];
      return at === undefined || us === null ? [] : [[Number(at), us]];
    }),
  );
  // Where the request failed, the rate of failures passed: ✓, or `2 out of 146`.
  const failed = /(?:✓ (\d+)|(\d+) out of)/.exec(k6Line(text, 'http_req_failed') ?? '');
  return {
    ...nothingTold,
    tool: 'k6',
    sums: {
      durationMs: perSecond > 0 ? (requests / perSecond) * 1000 : null,
      requests,
      failed: failed ? Number(failed[1] ?? failed[2]) : null,
      throughputPerSecond: perSecond,
      receivedBytes: bytes === undefined ? null : Math.round(Number(bytes) * byteUnits[unit as keyof typeof byteUnits]),
      statuses: null,
      responseTime: { meanUs: times.get('avg') ?? null, minUs: times.get('min') ?? null, maxUs: times.get('max') ?? null, percentilesUs },
      unanswered: {},
    },
  };
}

/** h2load: classes of statuses only, and no percentiles. What a lost connection had still to send counts as errored, but is no request. */
export function readH2loadText(text: string): ImportedSummary {
  const counts = /(\d+) total, (\d+) started, \d+ done, (\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout/.exec(text);
  const [started = 0, succeeded = 0, allFailed = 0, errored = 0, timeout = 0] = (counts ?? []).slice(2).map(Number);
  const total = needed('h2load', counts && Number(counts[1]), 'requests');
  const neverSent = Math.max(0, total - started);
  const failed = allFailed - neverSent;
  const [, least, most, mean] = /^time for request: +(\S+) +(\S+) +(\S+)/m.exec(text) ?? [];
  // Requests that timed out count as errored, too.
  const unanswered = counted({ timeout, no_answer: Math.max(0, errored - neverSent - timeout) });
  // Each thread has some of them.
  const clients = [...text.matchAll(/^spawning thread #\d+: (\d+) total client/gm)];
  const us = readUs(find(text, /^finished in ([\w.]+),/m));
  return {
    ...nothingTold,
    tool: 'h2load',
    connections: clients.length > 0 ? clients.reduce((sum, [, count]) => sum + Number(count), 0) : null,
    sums: {
      durationMs: us === null ? null : us / 1000,
      requests: succeeded + failed,
      failed,
      throughputPerSecond: findNumber(text, /^finished in \S+ ([\d.]+) req\/s/m),
      receivedBytes: findNumber(text, /^traffic: \S+ \((\d+)\) total/m),
      statuses: null,
      responseTime: { meanUs: readUs(mean), minUs: readUs(least), maxUs: readUs(most), percentilesUs: new Map() },
      unanswered,
    },
  };
}

/** ghz prints a count of its calls, and statuses by name: hey, whose text looks alike, does neither. */
export function isGhzText(text: string): boolean {
  return /^[ \t]+Count:\s+\d+[ \t]*$/m.test(text);
}

/** Its errors by the words of each. */
function ghzOutcomes(text: string): OutcomeCounts {
  const outcomes: Partial<Record<OutcomeKind, number>> = {};
  for (const [, count, words = ''] of text.matchAll(/^[ \t]+\[(\d+)\][ \t]+(.+)$/gm)) {
    const { outcome } = ghzEnding(find(words, /\bcode = (\w+)/) ?? '', words.trim());
    outcomes[outcome] = (outcomes[outcome] ?? 0) + Number(count);
  }
  return outcomes;
}

export function readGhzText(text: string): ImportedSummary {
  const us = (name: string) => readUs(find(text, new RegExp(`^[ \\t]+${name}:[ \\t]+(\\S+ ?\\S*)[ \\t]*$`, 'm')));
  const total = us('Total');
  const { cut_off: cutOff = 0, response: _, ...unanswered } = ghzOutcomes(text);
  // Calls that ghz's own end cut off are no errors: they had no time to end.
  const requests = needed('ghz', findNumber(text, /^[ \t]+Count:\s+(\d+)/m), 'Count') - cutOff;
  const good = findNumber(text, /^[ \t]+\[OK\]\s+(\d+) responses/m) ?? 0;
  return {
    ...nothingTold,
    tool: 'ghz',
    sums: {
      durationMs: total === null ? null : total / 1000,
      requests,
      failed: Math.max(0, requests - good),
      throughputPerSecond: findNumber(text, /Requests\/sec:\s+([\d.]+)/),
      receivedBytes: null,
      statuses: null,
      responseTime: {
        meanUs: us('Average'),
        minUs: us('Fastest'),
        maxUs: us('Slowest'),
        percentilesUs: new Map(
          [...text.matchAll(/^[ \t]+([\d.]+) ?% in (\S+ \S+)[ \t]*$/gm)].flatMap(([, at, written]): [number, number][] => {
            const time = readUs(written);
            return time === null ? [] : [[Number(at), time]];
          }),
        ),
      },
      unanswered,
    },
  };
}
