/** The cases of the benchmark, and the goals of the engine with each of its clients. */
import type { HttpClient } from '@plimsoll/contracts/connection';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { type Interval, signedRank } from '@plimsoll/statistics/signed-rank';
import type { Round } from './figures.ts';
import { clientStream, proto, unary } from './grpc/grpc-method.ts';
import type { BenchLoad } from './tool.ts';
import { sentMessage } from './websocket/sent-message.ts';

interface Goal {
  readonly text: string;
  readonly met: (ours: Medians, of: (tool: string) => Medians | null) => Met;
}

/** Met or not; null if the other tool is not installed; the interval of the ratio where the rounds cannot tell. */
export type Met = boolean | null | Interval;

/** Medians over the rounds of one tool. */
export interface Medians {
  readonly cpuShare: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly p999Ms: number | null;
  readonly failed: number | null;
  readonly extra: Readonly<Record<string, number | null>>;
  readonly rounds: readonly Round[];
}

export interface BenchCase {
  readonly id: string;
  readonly title: string;
  readonly load: Omit<BenchLoad, 'url' | 'seconds'>;
  /** So many loops that do nothing but use a core run beside it, where the system puts them. */
  readonly busyLoops?: number;
  /** Only these peers take part. Absent: all that can. */
  readonly peers?: readonly string[];
  readonly goals: Readonly<Record<HttpClient, readonly Goal[]>>;
}

const atLeast = (factor: number, tool: string): Goal => ({
  text: `≥ ${factor} × ${tool}`,
  met: (ours, of) => {
    const theirs = of(tool);
    return theirs === null ? null : ours.perSecond >= factor * theirs.perSecond;
  },
});
const perCpuAtLeast = (factor: number, tool: string): Goal => ({
  text: `≥ ${factor} × ${tool} per CPU second`,
  met: (ours, of) => {
    const theirs = of(tool);
    return theirs === null ? null : ours.perCpuSecond >= factor * theirs.perCpuSecond;
  },
});
const serviceWithin = (factor: number, tool: string): Goal => ({
  text: `service p99 ≤ ${factor} × ${tool}'s p99`,
  met: (ours, of) => {
    const theirs = of(tool)?.p99Ms;
    const mine = ours.extra.servicep99Ms;
    return typeof theirs === 'number' && typeof mine === 'number' ? mine <= factor * theirs : null;
  },
});
const p99Within = (factor: number, tool: string): Goal => ({
  text: `p99 ≤ ${factor} × ${tool}'s`,
  met: (ours, of) => {
    const theirs = of(tool)?.p99Ms;
    return typeof theirs === 'number' && ours.p99Ms !== null ? ours.p99Ms <= factor * theirs : null;
  },
});
const sent = (share: number): Goal => ({
  text: share === 1 ? 'all sent' : `sent ≥ ${share * 100} %`,
  met: ({ extra }) => (extra.sent ?? 0) >= share * (extra.planned ?? 1),
});
const latenessWithin = (us: number): Goal => ({
  text: `send lateness p99 ≤ ${us / 1000} ms`,
  met: ({ extra }) => (extra.latenessP99Us ?? 1e9) <= us,
});
/** One load of the rate of all, beside several at once. */
export const oneLoad: Readonly<Record<HttpClient, string>> = { undici: 'one load on undici', wire: 'one load on the wire' };

/**
 * A tail of microseconds moves by more than the goal from round to round: the interval of the ratio (95 %, pairs of rounds) decides, as it
 * does in an experiment.
 */
const latenessAsOne = (client: HttpClient): Goal => ({
  text: `send lateness p99 ≤ 1.1 × ${oneLoad[client]}`,
  met: ({ rounds }, of) => {
    const one = of(oneLoad[client])?.rounds;
    if (!one) return null;
    const p99 = (round: Round | undefined) => Math.max(1, round?.extra?.latenessP99Us ?? 1e9);
    const reach = signedRank(rounds.map((round, at) => Math.log(p99(round) / p99(one[at])))).reach(0.05);
    const ratio = reach ? { low: Math.exp(reach.low), high: Math.exp(reach.high) } : { low: 0, high: Number.POSITIVE_INFINITY };
    return ratio.high <= 1.1 || (ratio.low <= 1.1 && ratio);
  },
});

const openOnWire = (latenessUs: number): readonly Goal[] => [
  sent(0.999),
  { text: 'send lateness p50 ≤ 20 µs', met: ({ extra }) => (extra.latenessP50Us ?? 1e9) <= 20 },
  latenessWithin(latenessUs),
  serviceWithin(1.2, 'oha'),
];

const http2OnWire: readonly Goal[] = [atLeast(1.3, 'k6'), atLeast(1, 'bare http2 loop'), atLeast(0.5, 'oha'), p99Within(2, 'oha')];

const http1 = { connections: 100, rate: null, keepAlive: true, streams: null, grpc: null } as const;
const http2 = { rate: null, keepAlive: true, grpc: null } as const;
/** 100 calls in flight on one connection, ghz's default. */
const grpc = { connections: 1, streams: 100, rate: null, keepAlive: true } as const;
const cpuWithin = (share: number): Goal => ({ text: `≤ ${share * 100} % of a core`, met: ({ cpuShare }) => cpuShare <= share });

/** From a rate at which nearly all time is waiting to one at which there is hardly any; beside other work, too. */
const openRates = [10, 100, 300, 1000, 5000, 20_000] as const;
const rateCases = [0, 2].flatMap((busyLoops) =>
  openRates.map((rate): BenchCase => {
    const goals = rate === 300 ? [cpuWithin(0.05), ...(busyLoops > 0 ? [p99Within(1.2, 'k6')] : [])] : [];
    return {
      id: busyLoops > 0 ? `beside-work-${rate}` : `rate-${rate}`,
      title: `Open, ${rate.toLocaleString('en').replace(',', ' ')}/s, ${busyLoops > 0 ? 'beside two busy loops' : 'nothing beside it'}`,
      load: { ...http1, rate },
      busyLoops,
      peers: ['k6', 'oha'],
      goals: { undici: goals, wire: goals },
    };
  }),
);

/** Half of what the server answers at most on its core. */
export const halfOfGrpcCeiling = 20_000;

export const cases: readonly BenchCase[] = [
  {
    id: 'closed',
    title: 'Closed, keep-alive, 100 connections, 1 thread',
    load: http1,
    goals: {
      undici: [atLeast(3.5, 'k6'), atLeast(1, 'autocannon'), atLeast(0.8, 'bare undici loop')],
      wire: [atLeast(1.5, 'autocannon'), atLeast(3, 'k6'), atLeast(0.8, 'oha'), atLeast(0.6, 'wrk')],
    },
  },
  {
    id: 'keepalive-off',
    title: 'Closed, keep-alive off, 100 connections, 1 thread',
    load: { ...http1, keepAlive: false },
    goals: { undici: [atLeast(1, 'k6')], wire: [atLeast(1.2, 'k6'), atLeast(0.8, 'bare net loop'), atLeast(0.8, 'oha')] },
  },
  {
    id: 'http2',
    title: 'HTTP/2 over TLS, 10 connections × 10 streams, 1 thread',
    load: { ...http2, connections: 10, streams: 10 },
    goals: { undici: [atLeast(1.3, 'k6')], wire: http2OnWire },
  },
  {
    id: 'http2-100x1',
    title: 'HTTP/2 over TLS, 100 connections × 1 stream, 1 thread',
    load: { ...http2, connections: 100, streams: 1 },
    goals: { undici: [atLeast(1, 'k6')], wire: http2OnWire },
  },
  {
    id: 'open5k',
    title: 'Open, 5 000/s',
    load: { ...http1, rate: 5000 },
    goals: { undici: [sent(1), latenessWithin(300)], wire: [...openOnWire(1000), serviceWithin(1, 'k6')] },
  },
  {
    id: 'open20k',
    title: 'Open, 20 000/s',
    load: { ...http1, rate: 20_000 },
    goals: { undici: [sent(0.999), latenessWithin(1000)], wire: openOnWire(200) },
  },
  {
    id: 'together',
    title: 'Open, two loads of 5 000/s at once, beside one of 10 000/s',
    load: { ...http1, rate: 10_000, together: 2 },
    goals: { undici: [latenessAsOne('undici')], wire: [latenessAsOne('wire')] },
  },
  ...rateCases,
  {
    id: 'grpc-unary',
    title: 'gRPC, unary calls, 1 connection × 100 calls, 1 thread',
    load: { ...grpc, grpc: unary },
    goals: { undici: [], wire: [...[0.8, 1.5].map((factor) => perCpuAtLeast(factor, 'ghz')), perCpuAtLeast(3, 'k6')] },
  },
  {
    id: 'grpc-streams',
    title: 'gRPC, client streams of 100 messages, 1 connection × 100 streams, 1 thread',
    load: { ...grpc, grpc: clientStream },
    goals: { undici: [], wire: [...[1, 1.5].map((factor) => perCpuAtLeast(factor, 'ghz')), perCpuAtLeast(3, 'k6')] },
  },
  {
    id: 'grpc-open',
    title: `gRPC, open, ${halfOfGrpcCeiling.toLocaleString('en').replace(',', ' ')} unary calls/s, 1 connection`,
    // Room for all that is due in a stall of the machine: ghz makes calls without a limit.
    load: { ...grpc, streams: 1000, rate: halfOfGrpcCeiling, grpc: unary },
    goals: { undici: [], wire: [sent(0.999), p99Within(1, 'ghz')] },
  },
  {
    id: 'websocket',
    title: 'WebSockets, 100 connections, each message after the answer to the one before, 1 thread',
    load: { ...http1, webSocket: true },
    goals: { undici: [], wire: [perCpuAtLeast(1, 'bare ws loop'), perCpuAtLeast(3, 'k6')] },
  },
  {
    id: 'events',
    title: 'Server-sent events, 100 streams of 500 a second, tokens counted, 1 thread',
    load: { ...http1, events: true },
    goals: { undici: [perCpuAtLeast(1, 'bare fetch loop')], wire: [perCpuAtLeast(1, 'bare fetch loop')] },
  },
];

/** The load as a plan. */
export function createPlan(load: BenchLoad, client: HttpClient): PlanInput {
  const duration = `${load.seconds}s`;
  return {
    version: 1,
    name: 'bench',
    ...targetOf(load, client),
    load:
      load.rate === null
        ? { model: 'closed', connections: load.connections, duration }
        : { model: 'open', rate: load.rate, duration, maxConnections: load.connections },
    autoStop: false,
  };
}

function targetOf(
  { url, streams, keepAlive, grpc, webSocket, events }: BenchLoad,
  client: HttpClient,
): Pick<PlanInput, 'target' | 'connection'> {
  if (webSocket)
    return {
      target: { url, websocket: { messages: [sentMessage], afterAnswer: true, closeAfter: '1h' } },
      connection: { protocol: 'websocket' },
    };
  if (events) return { target: { url, stream: { as: 'sse', tokens: 'openai' } }, connection: { client } };
  if (grpc) {
    const { call, message, messagesPerStream } = grpc;
    const definition = [{ name: proto.name, text: proto.text }];
    return {
      target: { url, grpc: { call, proto: definition, message, messagesPerStream } },
      connection: { protocol: 'grpc', streams: streams ?? 1 },
    };
  }
  const connection = streams === null ? { client, keepAlive } : { client, protocol: 'http2' as const, streams, tls: { verify: false } };
  return { target: { url }, connection };
}
