import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { numberOr, readTimeMs, writeTime } from '../command/amount.ts';
import { isSecure, readOneRequest } from '../command/one-url.ts';
import { type Given, listGiven, listUnmapped } from '../command/read-flags.ts';
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
    oneStream: '--experimental-h2-use-multiple-connections',
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
    version: '--h3 --http3-protocol-options=',
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
  const { given, url, request, notes, unmapped } = readOneRequest(tool, flags, words);
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
  const protocol = given.last('protocol');
  const http2 = given.has('http2') || protocol?.value === 'http2';
  const streams = given.last('streams');
  const active = given.last('active');
  const activeEach = Math.max(1, numberOr(active, defaults.active));
  const connectionsEach = http2
    ? connectionsOfHttp2(each.connections, activeEach, streamsEach(given.has('oneStream'), streams))
    : each.connections;
  const rate = each.rate * loops;
  const maxConnections = connectionsEach * loops;
  if (auto) notes.push(importedWords.note.autoLoops);
  const counted = { loops: formatCount(loops), rate: formatCount(rate), connections: formatCount(maxConnections) };
  notes.push(importedWords.note.perLoopRate({ ...counted, each: formatCount(each.rate) }));
  notes.push(
    (http2 ? importedWords.note.perLoopHttp2 : importedWords.note.perLoopConnections)({
      ...counted,
      each: formatCount(connectionsEach),
    }),
  );
  const duration = given.last('duration');
  const durationMs = duration ? readTimeMs(duration) : defaults.durationMs;
  if (given.has('noDuration')) notes.push(importedWords.note.forever({ tool, duration: writeTime(durationMs) }));
  if (!given.has('keepGoing')) notes.push(importedWords.note.failures);
  const wanted = Math.min(activeEach, streamsEach(given.has('oneStream'), streams));
  // Its client bounds requests of HTTP/2 alone: one of HTTP/1.1 takes a connection.
  const maxActiveRequests = activeEach * loops;
  if (http2)
    notes.push(
      importedWords.note.perLoopActive({
        ...counted,
        each: formatCount(activeEach),
        active: formatCount(maxActiveRequests),
      }),
    );
  if (http2 && wanted > mostStreams) notes.push(importedWords.note.streams({ most: formatCount(mostStreams) }));
  const perConnection = given.last('requestsPerConnection');
  const pending = numberOr(given.last('pending'), 0) * loops;
  if (isSecure(url)) notes.push(importedWords.note.unverified({ tool }));
  return {
    tool,
    requests: [request],
    connection: {
      ...(http2 ? { protocol: 'http2' as const, streams: Math.min(mostStreams, wanted), maxActiveRequests } : {}),
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
      ...(given.has('oneStream') && !http2 ? listGiven(given.all('oneStream'), 'ignored') : []),
      ...(protocol?.value === 'http3' ? [listUnmapped(protocol.flag, protocol.value, 'version')] : []),
      ...unmapped,
    ],
    notes,
  };
};

/** Streams on one connection of HTTP/2: without a flag as many as there are requests under way. */
function streamsEach(isOne: boolean, given: Given | undefined): number {
  return isOne ? 1 : given ? Math.max(1, numberOr(given, 1)) : Number.POSITIVE_INFINITY;
}

/** Connections of one event loop: Envoy's client opens a connection when the streams of the others are taken, up to --connections. */
function connectionsOfHttp2(most: number, active: number, streams: number): number {
  return Math.max(1, Math.min(most, Math.ceil(active / streams)));
}
