/** What `fortio load` prints of HTTP: sums, and a histogram of which it names some percentiles. */
import type { StatusCounts } from '@plimsoll/contracts/outcome';
import { countErrors, counted, type ImportedSummary, nothingTold } from './imported-result.ts';
import { find, findNumber, needed, readUs } from './print-figures.ts';

const timesHead = /^Aggregated Function Time : count (\d+) avg (\S+) \+\/- \S+ min (\S+) max (\S+) sum /m;
const codes = /^Code +(-?\d+) : (\d+) /gm;

/** Loads of TCP, UDP and gRPC end without codes of HTTP. */
export function isFortioText(text: string): boolean {
  return timesHead.test(text) && text.search(codes) >= 0;
}

/** Times are in seconds. */
export function readFortioText(text: string): ImportedSummary {
  const [head = '', count, mean, least, most] = timesHead.exec(text) ?? [];
  const requests = needed('fortio', count === undefined ? null : Number(count), 'Aggregated Function Time');
  const us = (seconds: string | undefined) => Number(seconds) * 1e6;
  // A request without an answer has the code -1.
  const { '-1': unanswered = 0, ...statuses }: StatusCounts = Object.fromEntries(
    [...text.matchAll(codes)].map(([, code = '', times]) => [code, Number(times)]),
  );
  // Logs below the level of information leave the first of these out.
  const lengthUs = readUs(find(text, /^Ended after (\S+) : /m));
  const perSecond = findNumber(text, /^All done \d+ calls .* ([\d.]+) qps$/m);
  // Those of failed calls alone come next.
  const [listed = ''] = (text.split(head)[1] ?? '').split(/^(?:Error cases|Sockets used)/m);
  return {
    ...nothingTold,
    tool: 'fortio',
    version: find(text, /^Fortio (\S+) running at /m),
    url: find(text, /^Fortio .*: (https?:\/\/\S+)$/m),
    connections: findNumber(text, /^Sockets used: \d+ \(for perfect keepalive, would be (\d+)\)/m),
    sums: {
      durationMs: lengthUs === null ? (perSecond ? (requests / perSecond) * 1000 : null) : lengthUs / 1000,
      requests,
      failed: countErrors(statuses) + unanswered,
      throughputPerSecond: lengthUs ? requests / (lengthUs / 1e6) : perSecond,
      receivedBytes: null,
      statuses,
      responseTime: {
        meanUs: us(mean),
        minUs: us(least),
        maxUs: us(most),
        percentilesUs: new Map([...listed.matchAll(/^# target ([\d.]+)% (\S+)$/gm)].map(([, at, seconds]) => [Number(at), us(seconds)])),
      },
      unanswered: counted({ no_answer: unanswered }),
    },
  };
}
