import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { numberOr, readTimeMs } from '../command/amount.ts';
import { givenTimeout } from '../command/given-timeout.ts';
import { makeLoad } from '../command/load.ts';
import { isSecure, readOneRequest } from '../command/one-url.ts';
import { listGiven, listUnmapped } from '../command/read-flags.ts';
import type { ToolReader } from '../command/tool-reader.ts';
import { ImportError } from '../import-error.ts';

const flags = {
  style: 'go',
  read: {
    rate: '-qps=',
    connections: '-c=',
    duration: '-t=',
    requests: '-n=',
    header: '-H=',
    method: '-X=',
    body: '-payload=',
    bodyBytes: '-payload-size=',
    bodyFile: '-payload-file=',
    contentType: '-content-type=',
    insecure: '-k -https-insecure',
    keepAlive: '-keepalive',
    http2: '-h2',
    compression: '-compression',
    timeout: '-timeout=',
    basic: '-user=',
    labels: '-labels=',
    grpc: '-grpc -ping -health',
  },
  unmapped: {
    output:
      '-a -json= -p= -r= -offset= -data-dir= -access-log-file= -access-log-format= -loglevel= -log-errors -logger-file-line -logger-force-color -logger-goroutine -logger-json -logger-no-color -logger-timestamp -quiet -pprof -profile= -runid= -curl-stdout-headers -base-url= -ui-path=',
    threads: '-gomaxprocs=',
    stop: '-abort-on= -allow-initial-errors',
    pace: '-jitter -uniform -nocatchup',
    anyway: '-stdclient -no-reresolve -httpccch -httpbufferkb= -maxpayloadsizekb=',
    warmup: '-sequential-warmup',
    version: '-http1.0',
    redirect: '-L',
    file: '-cacert= -cert= -key=',
    tls: '-mtls',
    socket: '-unix-socket= -halfclose',
    resolve: '-resolve= -resolve-ip-type= -dns-method=',
    other: '-connection-reuse= -calc-qps -healthservice= -grpc-ping-delay= -grpc-compression -s= -config-dir= -config-port=',
  },
} as const;

/** fortio load: -qps is a rate over all connections, 0 as fast as they go. Defaults: 8/s, 4 connections, 5 s, 3 s for an answer. */
export const readFortio: ToolReader = ({ tool, words }) => {
  const [command, ...others] = words;
  if (command !== 'load') throw new ImportError(refusal('command_no_run', { tool, needed: 'load' }));
  const { given, url, request, files, notes, unmapped } = readOneRequest(tool, flags, others);
  const other = given.has('grpc') ? 'gRPC' : given.words.map((word) => /^(tcp|udp|grpc):\/\//.exec(word)?.[1]).find(Boolean);
  if (other) throw new ImportError(refusal('command_not_http', { tool, what: other }));
  const type = given.last('contentType');
  if (type) request.headerUnlessGiven('Content-Type', type.value);
  if (given.has('compression')) request.headerUnlessGiven('Accept-Encoding', 'gzip');
  const bodyBytes = numberOr(given.last('bodyBytes'), 0);
  if (bodyBytes > 0) request.bodyBytes(bodyBytes);
  if (bodyBytes > 0 || given.last('body') || files.length > 0) request.headerUnlessGiven('Content-Type', 'application/octet-stream');
  const method = given.last('method')?.value ?? (files.length > 0 || type ? 'POST' : undefined);
  if (method) request.method(method);
  const written = given.last('rate');
  const rate = written?.value === '-1' || written?.value === 'max' ? 0 : numberOr(written, 8);
  const requests = numberOr(given.last('requests'), 0);
  const duration = given.last('duration');
  const asked = duration ? readTimeMs(duration) : 5000;
  if (asked === 0 && requests === 0) notes.push(importedWords.note.forever({ tool, duration: '10s' }));
  const load = makeLoad(
    {
      tool,
      connections: numberOr(given.last('connections'), 4),
      rate: rate || null,
      requests: requests || null,
      durationMs: requests > 0 ? null : asked || 10_000,
    },
    notes,
  );
  const labels = given.last('labels');
  const keepAlive = given.last('keepAlive');
  return {
    tool,
    requests: [request],
    connection: {
      ...(keepAlive ? { keepAlive: keepAlive.value !== 'false' } : {}),
      ...(given.has('http2') ? { protocol: 'http2' as const } : {}),
      ...(given.has('insecure') && isSecure(url) ? { tls: { verify: false } } : {}),
    },
    load,
    fields: {
      ...givenTimeout(tool, given.last('timeout'), notes),
      ...(labels ? { tags: { labels: labels.value } } : {}),
    },
    usual: { timeout: '3s' },
    unmapped: [
      ...given.unmapped,
      ...listGiven(files, 'file'),
      ...(isSecure(url) ? [] : listGiven(given.all('insecure'), 'ignored')),
      ...(requests > 0 && duration ? [listUnmapped(duration.flag, duration.value, 'ignored')] : []),
      ...unmapped,
    ],
    notes,
  };
};
