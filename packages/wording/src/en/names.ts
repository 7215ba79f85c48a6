/** Names of what the contracts name: states, verdicts, outcomes, settings, metrics. The web's first page has them, too. */
import { nameAll, nameMetrics, timeTerms, verdictTerms } from '../terms.ts';
import { words } from '../words.ts';

/** Names of metrics as the head of a row or a chart. */
export const metricWords = words('metric', nameMetrics('head', 'en'));

/** Names of metrics at the start of a sentence. */
export const metricFirstWords = words('metricFirst', nameMetrics('first', 'en'));

/** Names of metrics inside a sentence. */
export const metricShortWords = words('metricShort', nameMetrics('inside', 'en'));

export const verdictWords = words('verdict', nameAll(verdictTerms, 'head', 'en'));

/** Inside a sentence. */
export const verdictShortWords = words('verdictShort', nameAll(verdictTerms, 'inside', 'en'));

export const validityWords = words('validity', {
  valid: 'Valid',
  unwatched: 'Not watched',
  degraded: 'Degraded',
  invalid: 'Invalid',
  validWhy: 'The generator kept up and was near none of its limits.',
  degradedTitle: 'Measured with doubts.',
  invalidTitle: 'Do not use these figures.',
});

export const spokenProtocolWords = words('spokenProtocol', { http1: 'HTTP/1.1', http2: 'HTTP/2', grpc: 'gRPC', websocket: 'WebSocket' });

/** The limits that held a run back, as a sentence beside its stamp. */
export const runLimitWords = words('runLimit', {
  target: 'The target was the limit: it took no more than this.',
  connections:
    'The connections of the plan were the limit: all were in use, and the target had room. Allow more connections to find what it can do.',
  generator: 'The generator was the limit, not the target: give its machine less other work or more cores, or add another generator.',
  client: 'The HTTP client was the limit, not the target: use the wire client, more load threads or another generator.',
  network: "The network was the limit: the generator's line towards the target was full. Use a faster line or smaller answers.",
  unknown: 'The limit is not known. Watch the resources of the target to find it.',
});

/** The limit is the target, and none of its answers was slow: it refused load, or left it unanswered. */
export const lossyTargetWords = words('lossyTarget', {
  refused: 'The target was the limit: it refused a part of the load.',
  unanswered: 'The target was the limit: it left a part of the load unanswered.',
});

/** The same as small print of a list. */
export const runLimitBriefWords = words('runLimitBrief', {
  target: 'Limit: target',
  connections: 'Limit: connections',
  generator: 'Limit: generator',
  client: 'Limit: HTTP client',
  network: 'Limit: network',
});

export const stateWords = words('state', {
  active: 'Running now',
  finished: 'Finished',
  queued: 'Queued',
  starting: 'Starting',
  running: 'Running',
  stopping: 'Stopping',
  completed: 'Completed',
  stopped: 'Stopped',
  auto_stopped: 'Stopped by itself',
  worker_lost: 'Worker lost',
  generator_lost: 'Generator lost',
  generator_failed: 'Generator failed',
  connections_not_closed: 'Connections not closed',
  no_figures: 'No figures',
  control_lost: 'Control lost',
  start_failed: 'Could not start',
  target_refused: 'Target refused',
});

/** In place of the state of a run that ended and failed, or mostly failed. */
export const runFailureWords = words('runFailure', {
  unanswered: 'Nothing answered',
  unansweredBy: 'Nothing answered: {{cause}}',
  allFailed: 'All failed',
  allFailedBy: 'All failed: {{cause}}',
  many: '{{share}} failed',
  manyOf: '{{state}}, {{share}} failed',
});

export const outcomeWords = words('outcome', {
  timeout: 'Timeout',
  connect_refused: 'Connection refused',
  connect_timeout: 'Connect timeout',
  reset: 'Connection reset',
  closed_early: 'Closed early',
  tls: 'TLS failure',
  dns: 'Name not found',
  protocol: 'Protocol error',
  refused_by_policy: 'Refused by policy',
  check_failed: 'Check failed',
  cut_off: 'Cut off',
  no_answer: 'No answer',
  response: 'Response',
  rest: 'Other',
});

export const settingWords = words('setting', {
  keepAlive: 'Keep-alive',
  client: 'HTTP client',
  protocol: 'Protocol',
  streams: 'Streams per connection',
  connections: 'Connections',
  rate: 'Requests per second',
  pipelining: 'Pipelining',
  maxActiveRequests: 'Max. in flight',
  bodyBytes: 'Body size, bytes',
  url: 'Target URL',
});

export const httpClientWords = words('httpClient', { undici: 'undici', wire: 'raw sockets' });

export const httpProtocolWords = words('httpProtocol', { http1: 'HTTP/1.1', http2: 'HTTP/2', auto: 'ALPN' });

export const streamFormNameWords = words('streamFormName', {
  sse: 'Server-sent events',
  ndjson: 'Lines (JSON, text)',
  chunks: 'Pieces as they come',
});

export const experimentKindWords = words('experimentKind', { ab: 'A/B', aa: 'Noise floor', sweep: 'Sweep', capacity: 'Capacity' });

/** Names of the times of a run. One that is not named here is called by its field's name, spelt out. */
export const timeWords = words('time', nameAll(timeTerms, 'head', 'en'));

export const nameWords = words('name', { experimentSide: 'Side {{letter}}', httpStatus: 'HTTP {{status}}' });

export const armWords = words('arm', { base: 'Base', candidate: 'Candidate' });

export const errorChangeWords = words('errorChange', { new: 'New', gone: 'Gone', both: 'In both' });

export const requestPlaceWords = words('requestPlace', { base: 'only in the base', candidate: 'only in the candidate' });
