import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { numberOr, readNumber, readTimeMs, writeTime } from '../command/amount.ts';
import { waitsForEver } from '../command/given-timeout.ts';
import { makeLoad } from '../command/load.ts';
import { addForm } from '../command/multipart.ts';
import { isSecure, readOneRequest } from '../command/one-url.ts';
import { listGiven, listUnmapped } from '../command/read-flags.ts';
import type { ToolReader } from '../command/tool-reader.ts';

const flags = {
  style: 'getopt',
  read: {
    requests: '-n=',
    connections: '-c=',
    streams: '-p=',
    duration: '-z=',
    rate: '-q=',
    burstDelay: '--burst-delay=',
    burstRate: '--burst-rate=',
    method: '-m= --method=',
    header: '-H=',
    timeout: '-t=',
    accept: '-A=',
    body: '-d=',
    bodyFile: '-D= -Z=',
    form: '-F= --form=',
    contentType: '-T=',
    basic: '-a=',
    httpVersion: '--http-version=',
    http2: '--http2',
    host: '--host=',
    noCompression: '--disable-compression',
    noKeepAlive: '--disable-keepalive',
    insecure: '--insecure',
    dnsEach: '--no-pre-lookup',
  },
  unmapped: {
    output:
      '--no-tui --fps= --no-color --disable-color --stats-success-breakdown --db-url= --debug -o= --output= --output-format= -u= --time-unit= -j --json -h --help -V --version --dump-urls=',
    anyway: '--latency-correction -w --wait-ongoing-requests-after-deadline',
    other: '--rand-regex-url --max-repeat=',
    file: '--urls-from-file --cacert= --cert= --key=',
    connectTimeout: '--connect-timeout=',
    proxy: '-x= --proxy-header= --proxy-http-version= --proxy-http2',
    redirect: '-r= --redirect=',
    resolve: '--ipv6 --ipv4 --connect-to=',
    credentials: '--aws-session= --aws-sigv4=',
    socket: '--unix-socket=',
    threads: '--worker-threads=',
  },
} as const;

/** oha: -q is a rate over all connections. Defaults: 200 requests, 50 connections, no limit for an answer. */
export const readOha: ToolReader = ({ tool, words }) => {
  const { given, url, request, files, notes, unmapped } = readOneRequest(tool, flags, words, { bodyMethod: 'GET' });
  const type = given.last('contentType');
  if (type) request.headerUnlessGiven('Content-Type', type.value);
  if (!given.has('noCompression')) request.headerUnlessGiven('Accept-Encoding', 'gzip, compress, deflate, br');
  const notSent = addForm(request, given.all('form'));
  request.method(given.last('method')?.value ?? (given.all('form').length > 0 ? 'POST' : 'GET'));
  const duration = given.last('duration');
  const rate = given.last('rate');
  const burst = rate ? undefined : given.last('burstDelay');
  const load = makeLoad(
    {
      tool,
      connections: numberOr(given.last('connections'), 50),
      rate: rate ? readNumber(rate) || null : burst ? burstRate(readTimeMs(burst), numberOr(given.last('burstRate'), 1), notes) : null,
      requests: duration ? null : numberOr(given.last('requests'), 200),
      durationMs: duration ? readTimeMs(duration) : null,
    },
    notes,
  );
  const version = given.last('httpVersion');
  const http2 = given.has('http2') || version?.value === '2';
  const streams = numberOr(given.last('streams'), 1);
  const timeout = given.last('timeout');
  if (!timeout) notes.push(waitsForEver(tool));
  return {
    tool,
    requests: [request],
    connection: {
      ...(given.has('noKeepAlive') ? { keepAlive: false } : {}),
      dns: given.has('dnsEach') ? 'each' : 'once',
      ...(http2 ? { protocol: 'http2' as const, streams } : {}),
      ...(given.has('insecure') && isSecure(url) ? { tls: { verify: false } } : {}),
    },
    load,
    fields: timeout ? { timeout: writeTime(readTimeMs(timeout)) } : {},
    unmapped: [
      ...given.unmapped,
      ...listGiven(files, 'file'),
      ...notSent,
      ...(isSecure(url) ? [] : listGiven(given.all('insecure'), 'ignored')),
      ...(version && !/^(1\.1|2)$/.test(version.value) ? [listUnmapped(version.flag, version.value, 'version')] : []),
      ...(http2 ? [] : listGiven(given.all('streams'), 'ignored')),
      ...(duration ? listGiven(given.all('requests'), 'ignored') : []),
      ...(burst ? [] : listGiven([...given.all('burstDelay'), ...given.all('burstRate')], 'ignored')),
      ...unmapped,
    ],
    notes,
  };
};

function burstRate(delayMs: number, requests: number, notes: string[]): number | null {
  if (delayMs <= 0) return null;
  const rate = (requests * 1000) / delayMs;
  notes.push(importedWords.note.burst({ requests: formatCount(requests), delay: writeTime(delayMs), rate: formatCount(rate) }));
  return rate;
}
