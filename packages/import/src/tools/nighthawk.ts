import { importWord } from '@plimsoll/wording/import-words';
import { formatCount } from '@plimsoll/wording/number';
import { numberOr, readTimeMs, writeTime } from '../command/amount.ts';
import { isSecure, takeUrl } from '../command/one-url.ts';
import { listUnmapped, readFlags } from '../command/read-flags.ts';
import { draftRequest } from '../command/request-draft.ts';
import type { ToolReader } from '../command/tool-reader.ts';

const flags = {
  style: 'getopt',
  read: {
    rate: '--rps=',
    connections: '--connections=',
    loops: '--concurrency=',
    duration: '--duration=',
    noDuration: '--no-duration',
    openLoop: '--open-loop',
    protocol: '-p= --protocol=',
    http2: '--h2',
    method: '--request-method=',
    header: '--request-header=',
    bodyBytes: '--request-body-size=',
    pending: '--max-pending-requests=',
    active: '--max-active-requests=',
    streams: '--max-concurrent-streams=',
    requestsPerConnection: '--max-requests-per-connection=',
    keepGoing: '--no-default-failure-predicates',
  },
  unmapped: {
    output:
      '-v= --verbosity= --output-format= --stats-sinks= --stats-flush-interval= --stats-flush-interval-duration= --label= --execution-id= --trace= --latency-response-header-name= --version -h --help',
    tls: '--tls-context= --transport-socket= --upstream-bind-config=',
    connectTimeout: '--timeout=',
    pace: '--burst-size= --jitter-uniform= --sequencer-idle-strategy=',
    stop: '--termination-predicate= --failure-predicate=',
    warmup: '--simple-warmup',
    resolve: '--address-family= --multi-target-endpoint= --multi-target-path= --multi-target-use-https',
    script: '--request-source= --request-source-plugin-config= --user-defined-plugin-config=',
    anyway: '--prefetch-connections --allow-envoy-deprecated-v2-api --experimental-h1-connection-reuse-strategy=',
    version: '--h3 --http3-protocol-options= --experimental-h2-use-multiple-connections',
    proxy: '--tunnel-uri= --tunnel-protocol= --tunnel-tls-context= --tunnel-http3-protocol-options=',
    other: '--nighthawk-service= --scheduled-start= --no-tls-verify',
  },
} as const;

const defaults = { rate: 5, connections: 100, loops: 1, durationMs: 5000, active: 100 };
const mostStreams = 1000;

/**
 * nighthawk_client: rate, connections and limits are those of each event loop. Without --open-loop it skips what is due while its
 * connections are busy, so nothing is queued then.
 */
export const readNighthawk: ToolReader = ({ tool, words }) => {
  const given = readFlags(flags, words);
  const { url, unmapped } = takeUrl(tool, given.words);
  const notes: string[] = [];
  const request = draftRequest(url);
  for (const { value } of given.all('header')) request.header(value);
  const bodyBytes = numberOr(given.last('bodyBytes'), 0);
  if (bodyBytes > 0) request.bodyBytes(bodyBytes);
  const method = given.last('method');
  if (method) request.method(method.value);
  const auto = given.last('loops')?.value === 'auto';
  const loops = auto ? 1 : numberOr(given.last('loops'), defaults.loops);
  const each = {
    rate: numberOr(given.last('rate'), defaults.rate),
    connections: numberOr(given.last('connections'), defaults.connections),
  };
  const rate = each.rate * loops;
  const maxConnections = each.connections * loops;
  if (auto) notes.push(importWord('imported.note.autoLoops'));
  const counted = { loops: formatCount(loops), rate: formatCount(rate), connections: formatCount(maxConnections) };
  notes.push(importWord('imported.note.perLoopRate', { ...counted, each: formatCount(each.rate) }));
  notes.push(importWord('imported.note.perLoopConnections', { ...counted, each: formatCount(each.connections) }));
  const duration = given.last('duration');
  const durationMs = duration ? readTimeMs(duration) : defaults.durationMs;
  if (given.has('noDuration')) notes.push(importWord('imported.note.forever', { tool, duration: writeTime(durationMs) }));
  const active = given.last('active');
  if (!given.has('keepGoing')) notes.push(importWord('imported.note.failures'));
  const http2 = given.has('http2') || given.last('protocol')?.value === 'http2';
  const streams = given.last('streams');
  const wanted = streams ? numberOr(streams, 1) : Math.ceil(numberOr(active, defaults.active) / each.connections);
  // Its client bounds requests of HTTP/2 alone: one of HTTP/1.1 takes a connection.
  const maxActiveRequests = Math.max(1, numberOr(active, defaults.active)) * loops;
  if (http2)
    notes.push(
      importWord('imported.note.perLoopActive', {
        ...counted,
        each: formatCount(maxActiveRequests / loops),
        active: formatCount(maxActiveRequests),
      }),
    );
  if (http2 && wanted > mostStreams) notes.push(importWord('imported.note.streams', { most: formatCount(mostStreams) }));
  const perConnection = given.last('requestsPerConnection');
  const pending = numberOr(given.last('pending'), 0) * loops;
  if (isSecure(url)) notes.push(importWord('imported.note.unverified', { tool }));
  const protocol = given.last('protocol');
  return {
    tool,
    requests: [request],
    connection: {
      ...(http2 ? { protocol: 'http2' as const, streams: Math.min(mostStreams, Math.max(1, wanted)), maxActiveRequests } : {}),
      ...(perConnection ? { maxRequestsPerConnection: numberOr(perConnection, 1) } : {}),
    },
    load: {
      model: 'open',
      rate,
      duration: writeTime(durationMs),
      maxConnections,
      ...(given.has('openLoop') && pending === 0 ? {} : { maxQueued: pending }),
    },
    fields: given.has('keepGoing') ? { autoStop: false } : {},
    unmapped: [
      ...given.unmapped,
      ...(active && !http2 ? [listUnmapped(active.flag, active.value, 'ignored')] : []),
      ...(streams && !http2 ? [listUnmapped(streams.flag, streams.value, 'ignored')] : []),
      ...(protocol?.value === 'http3' ? [listUnmapped(protocol.flag, protocol.value, 'version')] : []),
      ...unmapped,
    ],
    notes,
  };
};
