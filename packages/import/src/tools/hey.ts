import { importedWords } from '@plimsoll/wording/en/import';
import { numberOr, readTimeMs } from '../command/amount.ts';
import { givenTimeout } from '../command/given-timeout.ts';
import { makeLoad, sumRates } from '../command/load.ts';
import { isSecure, readOneRequest } from '../command/one-url.ts';
import { listGiven } from '../command/read-flags.ts';
import type { ToolReader } from '../command/tool-reader.ts';

const flags = {
  style: 'go',
  read: {
    requests: '-n=',
    connections: '-c=',
    rate: '-q=',
    duration: '-z=',
    method: '-m=',
    header: '-H=',
    timeout: '-t=',
    accept: '-A=',
    body: '-d=',
    bodyFile: '-D=',
    contentType: '-T=',
    userAgent: '-U=',
    basic: '-a=',
    http2: '-h2',
    noKeepAlive: '-disable-keepalive',
    noRedirects: '-disable-redirects',
    noCompression: '-disable-compression',
    host: '-host=',
  },
  unmapped: { output: '-o= -more', proxy: '-x=', threads: '-cpus=' },
} as const;

/** hey: -q is a rate for each worker; with -z the number of requests is ignored. Defaults: 200 requests, 50 workers, 20 s for an answer. */
export const readHey: ToolReader = ({ tool, words }) => {
  const { given, url, request, files, notes, unmapped } = readOneRequest(tool, flags, words, { bodyMethod: 'GET' });
  request.headerUnlessGiven('Content-Type', given.last('contentType')?.value ?? 'text/html');
  if (!given.has('noCompression')) request.headerUnlessGiven('Accept-Encoding', 'gzip');
  request.method(given.last('method')?.value ?? 'GET');
  const connections = numberOr(given.last('connections'), 50);
  const duration = given.last('duration');
  const each = given.last('rate');
  const rate = each ? sumRates(tool, each, connections, notes) : null;
  const load = makeLoad(
    {
      tool,
      connections,
      rate: rate === 0 ? null : rate,
      requests: duration ? null : numberOr(given.last('requests'), 200),
      durationMs: duration ? readTimeMs(duration) : null,
    },
    notes,
  );
  const timeout = givenTimeout(tool, given.last('timeout'), notes);
  if (isSecure(url)) notes.push(importedWords.note.unverified({ tool }));
  if (!given.has('noRedirects')) notes.push(importedWords.note.follows({ tool }));
  return {
    tool,
    requests: [request],
    connection: {
      ...(given.has('noKeepAlive') ? { keepAlive: false } : {}),
      ...(given.has('http2') ? { protocol: 'http2' as const } : {}),
    },
    load,
    fields: timeout,
    usual: { timeout: '20s' },
    unmapped: [
      ...given.unmapped,
      ...listGiven(files, 'file'),
      ...(duration ? listGiven(given.all('requests'), 'ignored') : []),
      ...unmapped,
    ],
    notes,
  };
};
