/**
 * The totals of a run as metrics: names, units and meanings as those of k6's OpenTelemetry output where k6 has the figure (k6 2.x,
 * `internal/output/opentelemetry`), and names of ours with `plimsoll_` before them where it has none. docs/opentelemetry.md has the table for people.
 */
import type { SpokenProtocol } from '@plimsoll/contracts/connection';
import type { HistogramName } from '@plimsoll/contracts/times';
import type { Histogram } from '@plimsoll/statistics/histogram';
import type { PhaseTotals, RequestTotals, RunTotals } from './run-totals.ts';

export type Attributes = Readonly<Record<string, string>>;

/** One row of a metric: a number, or times. */
export interface Row {
  readonly name: string;
  readonly kind: 'counter' | 'gauge' | 'times';
  /** `By`, `ms`, `1` or none. */
  readonly unit: string;
  readonly description: string;
  readonly attributes: Attributes;
  readonly value: number | Histogram;
}

/** What of a plan decides which metrics there are. */
export interface Shape {
  readonly protocol: SpokenProtocol | 'auto';
  /** Requests one after the other: a request is no iteration then. */
  readonly sequence: boolean;
}

/** Where answers are timed: the metric of k6 that stands for the time of one request. */
const requestTime = {
  http1: 'http_req_duration',
  http2: 'http_req_duration',
  auto: 'http_req_duration',
  grpc: 'grpc_req_duration',
  websocket: 'ws_session_duration',
} as const;

type TimesRow = readonly [name: string, time: HistogramName, description: string];

const httpTimes: readonly TimesRow[] = [
  ['http_req_connecting', 'tcpTime', 'Establishing TCP, once a connection.'],
  ['http_req_tls_handshaking', 'tlsTime', 'Handshaking TLS, once a connection.'],
];
const socketTimes: readonly TimesRow[] = [
  ['ws_connecting', 'connectTime', 'From the first packet until the connection is ready.'],
  ['ws_ping', 'pingRoundTrip', 'From a ping to its pong.'],
];
const everyTimes: readonly TimesRow[] = [
  ['plimsoll_send_lateness', 'sendLateness', 'From when a request was due to when it was sent; open loads.'],
  ['plimsoll_first_message_time', 'firstMessageTime', 'From the send of a stream to its first message.'],
  ['plimsoll_message_gap', 'messageGap', 'From one message of a stream to the next.'],
  ['plimsoll_message_round_trip', 'messageRoundTrip', 'From when a message was due to its answer.'],
  ['plimsoll_first_token_time', 'firstTokenTime', 'From the send to the first token.'],
  ['plimsoll_inter_token_time', 'interTokenTime', 'Time for each output token after the first, one value a stream.'],
];

/** Rows without a value are left out: a metric that was never taken is none. */
export function listRows(totals: RunTotals, shape: Shape): Row[] {
  const phases: readonly [string, PhaseTotals | null][] = [
    ['false', totals.measured],
    ['true', totals.warmup],
  ];
  const rows = phases.flatMap(([warmup, phase]) => (phase ? rowsOfPhase(phase, shape, { warmup }) : []));
  return [...rows, ...gauges(totals)];
}

function rowsOfPhase(phase: PhaseTotals, { protocol, sequence }: Shape, attributes: Attributes): Row[] {
  const rows: Row[] = [];
  const count = (name: string, value: number, description: string, more: Attributes = {}, unit = '') =>
    rows.push({ name, kind: 'counter', unit, description, attributes: { ...attributes, ...more }, value });
  const times = (name: string, value: Histogram | undefined, description: string, more: Attributes = {}) => {
    if (value && value.total > 0)
      rows.push({ name, kind: 'times', unit: 'ms', description, attributes: { ...attributes, ...more }, value });
  };
  const http = protocol !== 'grpc' && protocol !== 'websocket';
  for (const [name, request] of phase.requests) {
    const named: Attributes = name === null ? {} : { name };
    const ended = request.done + request.failed;
    if (http) {
      for (const [status, answers] of statusesOf(request)) count('http_reqs', answers, 'Requests that ended.', { ...named, status });
      const failing = 'Requests that ended, by whether they failed.';
      count('http_req_failed', request.failed, failing, { ...named, condition: 'nonzero' });
      count('http_req_failed', request.done, failing, { ...named, condition: 'zero' });
      times('http_req_waiting', request.times.get('timeToFirstByte'), 'From the send to the first byte of the answer.', named);
    }
    if (protocol === 'websocket') count('ws_sessions', ended, 'WebSockets that ended.', named);
    if (!sequence) count('iterations', ended, 'Requests that ended: each is an iteration of its own.', named);
    for (const [outcome, requests] of request.outcomes)
      count('plimsoll_requests', requests, 'Requests by what became of them.', { ...named, outcome });
    const sent = 'From the send to the whole answer.';
    times(requestTime[protocol], request.times.get('serviceTime'), sent, { ...named, expected_response: 'true' });
    times(requestTime[protocol], request.times.get('failedTime'), sent, { ...named, expected_response: 'false' });
    times('plimsoll_response_time', request.times.get('responseTime'), 'From when a request was due to its whole answer.', named);
  }
  count('dropped_iterations', phase.dropped, 'Requests that were due and never sent.');
  count('data_sent', phase.bytesSent, 'Bytes sent.', {}, 'By');
  count('data_received', phase.bytesReceived, 'Bytes received.', {}, 'By');
  if (phase.messagesSent + phase.messagesReceived > 0) {
    const [sent, received] =
      protocol === 'websocket' ? ['ws_msgs_sent', 'ws_msgs_received'] : ['plimsoll_messages_sent', 'plimsoll_messages_received'];
    count(sent, phase.messagesSent, 'Messages of streams that were sent.');
    count(received, phase.messagesReceived, 'Messages of streams that came.');
  }
  const whole = [...(http ? httpTimes : protocol === 'websocket' ? socketTimes : []), ...everyTimes];
  for (const [name, time, description] of whole) times(name, phase.times.get(time), description);
  return rows;
}

/** By status, as k6 writes it: `0` for those without an answer. Together they are all that ended. */
function statusesOf({ statuses, done, failed }: RequestTotals): [string, number][] {
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const silent = done + failed - answered;
  return [...statuses, ...(silent > 0 ? [['0', silent] as [string, number]] : [])];
}

/** The second that came last. `vus` and `vus_max` are shares, to be added over generators; the others are of each generator alone. */
function gauges({ last }: RunTotals): Row[] {
  if (!last) return [];
  const gauge = (name: string, value: number, unit: string, description: string): Row => ({
    name,
    kind: 'gauge',
    unit,
    description,
    attributes: {},
    value,
  });
  const { inFlight, slots, generator } = last;
  return [
    gauge('vus', inFlight, '', 'Requests under way at the end of the last second.'),
    gauge('vus_max', slots, '', 'Request slots of the connections made so far.'),
    gauge('plimsoll_generator_cpu', generator.cpu, '1', 'Processor time of the generator, as a share of the cores its threads may use.'),
    gauge(
      'plimsoll_generator_event_loop_delay',
      generator.eventLoopDelayP99Us / 1000,
      'ms',
      'p99 of the event-loop delay of the slowest load thread.',
    ),
  ];
}
